import java.io.FileWriter;
import java.io.IOException;
import java.net.InetSocketAddress;

import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.broker.BrokerStartup;
import org.apache.rocketmq.broker.ConfigContext;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.constant.LoggerName;
import org.apache.rocketmq.logging.org.slf4j.LoggerFactory;
import org.apache.rocketmq.remoting.netty.NettyRemotingServer;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.store.DefaultMessageStore;
import org.apache.rocketmq.store.config.BrokerRole;
import org.apache.rocketmq.store.ha.DefaultHAService;
import org.apache.rocketmq.store.ha.HAConnectionState;

/**
 * Starts a broker as its own main class does, with its two other ports where they should be: that for slaves has no setting for its
 * address and would be open to other machines, and the second one for clients is two below the first, whoever has that.
 */
public class Start {
    public static void main(String[] arguments) throws Exception {
        System.setProperty(RemotingCommand.REMOTING_VERSION_KEY, Integer.toString(MQVersion.CURRENT_VERSION));
        BrokerStartup.log = LoggerFactory.getLogger(LoggerName.BROKER_LOGGER_NAME);
        // what a variant sets in addition
        try (var settings = new FileWriter("broker.conf", true)) {
            settings.write(String.join("\n", arguments));
        }
        var broker = new Broker(BrokerStartup.parseCmdLine(new String[] {"-c", "broker.conf"}));
        if (!broker.initialize()) {
            System.exit(1);
        }
        broker.listenHere();
        Runtime.getRuntime().addShutdownHook(new Thread(BrokerStartup.buildShutdownHook(broker)));
        BrokerStartup.start(broker);
        if (broker.getMessageStoreConfig().getBrokerRole() == BrokerRole.SLAVE) {
            broker.tellWhenInStep();
        }
    }

    private static final class Broker extends BrokerController {
        Broker(ConfigContext config) {
            super(config.getBrokerConfig(), config.getNettyServerConfig(), config.getNettyClientConfig(),
                config.getMessageStoreConfig(), config.getAuthConfig());
            getConfiguration().registerConfig(config.getProperties());
            setConfigContext(config);
        }

        @Override
        protected void initializeRemotingServer() throws CloneNotSupportedException {
            super.initializeRemotingServer();
            var second = (NettyServerConfig) getNettyServerConfig().clone();
            second.setListenPort(Integer.getInteger("ports.second"));
            remotingServerMap.put(FAST_REMOTING_SERVER, new NettyRemotingServer(second, clientHousekeepingService));
        }

        void tellWhenInStep() throws InterruptedException {
            while (getMessageStore().getHaService().getHAClient().getCurrentState() != HAConnectionState.TRANSFER) {
                Thread.sleep(50);
            }
            System.out.println("in step with its master");
        }

        void listenHere() throws ReflectiveOperationException {
            var field = DefaultMessageStore.class.getDeclaredField("haService");
            field.setAccessible(true);
            field.set(getMessageStore(), new SlavesOfThisMachine());
        }
    }

    private static final class SlavesOfThisMachine extends DefaultHAService {
        @Override
        public void init(DefaultMessageStore store) throws IOException {
            super.init(store);
            // it is given to the service before there is one that takes it
            updateHaMasterAddress(store.getMessageStoreConfig().getHaMasterAddress());
            try {
                var field = acceptSocketService.getClass().getSuperclass().getDeclaredField("socketAddressListen");
                field.setAccessible(true);
                field.set(acceptSocketService, new InetSocketAddress("127.0.0.1", Integer.getInteger("ports.slaves")));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
