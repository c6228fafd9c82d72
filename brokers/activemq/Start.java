import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.apache.activemq.util.IntrospectionSupport;

import java.io.File;
import java.io.FileReader;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** Starts ActiveMQ with its own defaults, except for what this file sets; ports and folders stand in broker.properties. */
public class Start {
    public static void main(String[] arguments) throws Exception {
        var place = new Properties();
        try (var file = new FileReader("broker.properties")) {
            place.load(file);
        }
        // what a variant of this broker has differently: the transport of STOMP, where the store is, and settings of KahaDB
        var settings = new HashMap<String, Object>();
        for (var argument : arguments) {
            settings.put(argument.split("=")[0], argument.split("=")[1]);
        }
        var stomp = Objects.requireNonNullElse(settings.remove("stomp"), "stomp");
        var store = settings.remove("store");
        var broker = new BrokerService();
        broker.setDataDirectory(place.getProperty("data"));
        broker.setUseJmx(false);
        // As in the configuration that the distribution ships.
        broker.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(70);
        broker.addConnector("tcp://" + place.getProperty("openwire"));
        broker.addConnector("amqp://" + place.getProperty("amqp") + "?transport.tcpNoDelay=true");
        broker.addConnector(stomp + "://" + place.getProperty("stomp") + "?transport.tcpNoDelay=true");
        if (store != null) {
            broker.getPersistenceAdapter().setDirectory(new File((String) store));
        }
        IntrospectionSupport.setProperties(broker.getPersistenceAdapter(), settings);
        if (!settings.isEmpty()) {
            throw new IllegalArgumentException("KahaDB does not know " + settings);
        }
        var users = new SimpleAuthenticationPlugin();
        var user = new AuthenticationUser(place.getProperty("login"), place.getProperty("passcode"), "users");
        users.setUsers(List.of(user));
        broker.setPlugins(new org.apache.activemq.broker.BrokerPlugin[] {users});
        broker.start();
        broker.waitUntilStopped();
    }
}
