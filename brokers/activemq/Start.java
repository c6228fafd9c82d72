import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.apache.activemq.util.IntrospectionSupport;

import java.util.List;

/** Starts ActiveMQ with its own defaults, except for what this file sets. */
public class Start {
    public static void main(String[] arguments) throws Exception {
        var broker = new BrokerService();
        broker.setDataDirectory("{{data}}");
        broker.setUseJmx(false);
        // As in the configuration that the distribution ships.
        broker.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(70);
        broker.addConnector("tcp://127.0.0.1:{{ports.openwire}}");
        broker.addConnector("amqp://127.0.0.1:{{ports.amqp}}?transport.tcpNoDelay=true");
        broker.addConnector("stomp://127.0.0.1:{{ports.stomp}}?transport.tcpNoDelay=true");
        // a variant of this broker says what it has differently
        for (var argument : arguments) {
            var setting = argument.split("=", 2);
            if (!IntrospectionSupport.setProperty(broker.getPersistenceAdapter(), setting[0], setting[1])) {
                throw new IllegalArgumentException("KahaDB has no setting " + argument);
            }
        }
        var users = new SimpleAuthenticationPlugin();
        users.setUsers(List.of(new AuthenticationUser("{{login}}", "{{passcode}}", "users")));
        broker.setPlugins(new org.apache.activemq.broker.BrokerPlugin[] {users});
        broker.start();
        broker.waitUntilStopped();
    }
}
