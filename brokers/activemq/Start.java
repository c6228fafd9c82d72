import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.apache.activemq.util.IntrospectionSupport;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;

/** Starts ActiveMQ with its own defaults, except for what this file sets. */
public class Start {
    public static void main(String[] arguments) throws Exception {
        // what a variant of this broker has differently: the transport of STOMP, where the store is, and settings of KahaDB
        var settings = new HashMap<String, Object>();
        for (var argument : arguments) {
            settings.put(argument.split("=")[0], argument.split("=")[1]);
        }
        var stomp = Objects.requireNonNullElse(settings.remove("stomp"), "stomp");
        var store = settings.remove("store");
        var broker = new BrokerService();
        broker.setDataDirectory("{{data}}");
        broker.setUseJmx(false);
        // As in the configuration that the distribution ships.
        broker.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(70);
        broker.addConnector("tcp://127.0.0.1:{{ports.openwire}}");
        broker.addConnector("amqp://127.0.0.1:{{ports.amqp}}?transport.tcpNoDelay=true");
        broker.addConnector(stomp + "://127.0.0.1:{{ports.stomp}}?transport.tcpNoDelay=true");
        if (store != null) {
            broker.getPersistenceAdapter().setDirectory(new File((String) store));
        }
        IntrospectionSupport.setProperties(broker.getPersistenceAdapter(), settings);
        if (!settings.isEmpty()) {
            throw new IllegalArgumentException("KahaDB does not know " + settings);
        }
        var users = new SimpleAuthenticationPlugin();
        users.setUsers(List.of(new AuthenticationUser("{{login}}", "{{passcode}}", "users")));
        broker.setPlugins(new org.apache.activemq.broker.BrokerPlugin[] {users});
        broker.start();
        broker.waitUntilStopped();
    }
}
