import org.hornetq.api.core.TransportConfiguration;
import org.hornetq.core.config.ClusterConnectionConfiguration;
import org.hornetq.core.config.CoreQueueConfiguration;
import org.hornetq.core.config.impl.ConfigurationImpl;
import org.hornetq.core.remoting.impl.netty.NettyAcceptorFactory;
import org.hornetq.core.remoting.impl.netty.NettyConnectorFactory;
import org.hornetq.core.security.Role;
import org.hornetq.core.server.HornetQServers;
import org.hornetq.core.server.JournalType;
import org.hornetq.core.settings.impl.AddressFullMessagePolicy;
import org.hornetq.core.settings.impl.AddressSettings;
import org.hornetq.spi.core.security.HornetQSecurityManagerImpl;

import java.io.FileReader;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Starts HornetQ with its own defaults, except for what this file sets; what changes from start to start stands in broker.properties. */
public class Start {
    public static void main(String[] arguments) throws Exception {
        var given = new Properties();
        try (var file = new FileReader("broker.properties")) {
            given.load(file);
        }
        var data = given.getProperty("data");
        var configuration = new ConfigurationImpl();
        configuration.setJournalDirectory(data + "/journal");
        configuration.setBindingsDirectory(data + "/bindings");
        configuration.setLargeMessagesDirectory(data + "/large-messages");
        configuration.setPagingDirectory(data + "/paging");
        configuration.setJournalType(JournalType.NIO);
        configuration.setJournalBufferTimeout_NIO(500_000);
        configuration.getAcceptorConfigurations().add(new TransportConfiguration(
            NettyAcceptorFactory.class.getName(),
            Map.of("host", "127.0.0.1", "port", given.getProperty("stomp"), "protocols", "STOMP",
                "stomp-consumer-credits", "-1", "connection-ttl", "86400000")));
        configuration.getAcceptorConfigurations().add(new TransportConfiguration(
            NettyAcceptorFactory.class.getName(),
            Map.of("host", "127.0.0.1", "port", given.getProperty("hornetq"), "protocols", "CORE")));
        var everyAddress = new AddressSettings();
        everyAddress.setMaxSizeBytes(100 * 1024 * 1024);
        everyAddress.setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
        configuration.getAddressesSettings().put("#", everyAddress);
        for (var name : words(given.getProperty("queues"))) {
            configuration.getQueueConfigurations().add(queue("jms.queue." + name, null));
        }
        // A JMS topic is an address with a queue that no message enters: it makes the address known.
        for (var name : words(given.getProperty("topics"))) {
            configuration.getQueueConfigurations().add(queue("jms.topic." + name, "__HQX=-1"));
        }
        configuration.setSecurityRoles(Map.of("#", Set.of(new Role("users", true, true, true, true, true, true, true))));
        var users = new HornetQSecurityManagerImpl();
        var login = given.getProperty("login");
        users.addUser(login, given.getProperty("passcode"));
        users.addRole(login, "users");
        if (!given.getProperty("other").isEmpty()) {
            pair(configuration, given);
        }
        var server = HornetQServers.newHornetQServer(configuration, ManagementFactory.getPlatformMBeanServer(), users);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                server.stop();
            } catch (Exception e) {
                e.printStackTrace();
            }
        }));
        server.start();
    }

    /** Makes it one of two nodes: the live one, or the backup, which gets all that the live one stores. */
    static void pair(ConfigurationImpl configuration, Properties given) {
        var connectors = configuration.getConnectorConfigurations();
        connectors.put("this", connector(given.getProperty("hornetq")));
        connectors.put("other", connector(given.getProperty("other")));
        configuration.setClusterConfigurations(List.of(new ClusterConnectionConfiguration(
            "pair", "jms", "this", 500, true, false, 1, 1024 * 1024, List.of("other"), false)));
        configuration.setClusterUser("shootout-nodes");
        configuration.setClusterPassword(given.getProperty("passcode"));
        configuration.setSharedStore(false);
        configuration.setBackup(Boolean.parseBoolean(given.getProperty("backup")));
        configuration.setCheckForLiveServer(true);
    }

    static TransportConfiguration connector(String port) {
        return new TransportConfiguration(NettyConnectorFactory.class.getName(), Map.of("host", "127.0.0.1", "port", port));
    }

    static CoreQueueConfiguration queue(String name, String filter) {
        return new CoreQueueConfiguration(name, name, filter, true);
    }

    static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.trim().split(" "));
    }
}
