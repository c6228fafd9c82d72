package shootout.units

import java.io.IOException
import java.nio.charset.{CharacterCodingException, UnmappableCharacterException}
import java.nio.file.{
  AccessDeniedException,
  DirectoryNotEmptyException,
  FileAlreadyExistsException,
  FileSystemException,
  NoSuchFileException,
  NotDirectoryException
}

/** Why a file cannot be used, for people: Java says it by the names of classes. */
object FileTrouble:
  def words(e: IOException): String = e match
    case _: NoSuchFileException => "there is no such file or folder"
    case _: NotDirectoryException => "it is no folder"
    case _: DirectoryNotEmptyException => "the folder is not empty"
    case _: FileAlreadyExistsException => "there is a file of that name"
    case _: AccessDeniedException => "access is denied: it belongs to somebody else, or is read-only"
    case _: (CharacterCodingException | UnmappableCharacterException) =>
      "it is not in UTF-8, as it has to be; an editor saves it so, or: iconv -f ISO-8859-1 -t UTF-8"
    case e: FileSystemException => Option(e.getReason).getOrElse("it cannot be used")
    case e => ClassWords.of(e)
