import java.net.InetAddress;
import java.net.ServerSocket;

/** Listens, and takes SIGTERM for a good reason to go on. */
public class Start {
    public static void main(String[] arguments) throws Exception {
        var server = new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getByName("127.0.0.1"));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Thread.sleep(600000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        while (true) {
            try (var socket = server.accept()) {
                socket.getOutputStream().write("hello".getBytes());
            }
        }
    }
}
