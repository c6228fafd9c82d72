import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Accepts connections and says its greeting. It starts a child that would outlive it, and notes each start. */
public class Start {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            Thread.sleep(Long.parseLong(arguments[0]));
            return;
        }
        var loopback = InetAddress.getByName("127.0.0.1");
        var server = new ServerSocket(Integer.parseInt(arguments[0]), 50, loopback);
        var other = new ServerSocket(Integer.parseInt(arguments[1]), 50, loopback);
        var notes = Path.of(arguments[2], "starts");
        Files.writeString(notes, (Files.exists(notes) ? Files.readString(notes) : "") + "x");
        new ProcessBuilder(arguments[3], "-cp", System.getProperty("java.class.path"), "Start", "600000").start();
        System.out.println("greeting: " + System.getenv("GREETING") + " " + System.getenv("SECRET_OF_THE_SHELL"));
        while (!other.isClosed()) {
            try (var socket = server.accept()) {
                socket.getOutputStream().write(System.getenv("GREETING").getBytes());
            }
        }
    }
}
