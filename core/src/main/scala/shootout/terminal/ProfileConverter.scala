package shootout.terminal

import picocli.CommandLine.{ITypeConverter, TypeConversionException}
import shootout.scenario.Profile

/** A profile by its word. */
final class ProfileConverter extends ITypeConverter[Profile]:
  def convert(text: String): Profile = Profile.values.find(_.word == text).getOrElse {
    throw TypeConversionException(s"found '$text', expected one of ${Profile.values.map(_.word).mkString(", ")}")
  }
