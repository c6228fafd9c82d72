package shootout.units

import java.io.{EOFException, IOException}
import java.net.SocketTimeoutException
import java.nio.channels.ClosedChannelException
import java.nio.file.FileSystemException

class ClassWordsSuite extends munit.FunSuite:
  test("an exception without a message is described by its kind"):
    assertEquals(ClassWords.of(IOException("disk full")), "disk full")
    val silent =
      List(SocketTimeoutException(), ClosedChannelException(), EOFException(), Exception(), IOException(""))
    val words = List("socket timeout", "closed channel", "eof", "it failed without a message", "io")
    assertEquals(silent.map(ClassWords.of), words)

  test("a file error has the system's reason"):
    assertEquals(
      FileTrouble.words(FileSystemException("/x", null, "No space left on device")),
      "No space left on device"
    )
    assertEquals(FileTrouble.words(FileSystemException("/x")), "it cannot be used")
    assertEquals(FileTrouble.words(EOFException()), "eof")
