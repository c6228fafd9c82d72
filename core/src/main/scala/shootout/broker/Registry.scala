package shootout.broker

import java.nio.file.{Files, Path}

/** Registries of packages beside Maven's. Each is asked with its ordinary client, as the user has it, and so with the user's mirrors and
  * proxies.
  *
  * @param key
  *   its word in `broker.yaml`
  * @param client
  *   the program that fetches
  * @param install
  *   package manager (`apt-get`, `dnf`, `brew`) to the package that has the client, and what runs the broker
  * @param words
  *   how a package is written, for people
  */
enum Registry(val key: String, val client: String, val install: List[(String, String)], val words: String):
  case Pip
      extends Registry(
        "pip",
        "pip3",
        List("apt-get" -> "python3-pip", "dnf" -> "python3-pip", "brew" -> "python"),
        "name==version"
      )
  case Npm extends Registry("npm", "npm", List("apt-get" -> "npm", "dnf" -> "npm", "brew" -> "node"), "name@version")
  case Go
      extends Registry(
        "go",
        "go",
        List("apt-get" -> "golang-go", "dnf" -> "golang", "brew" -> "go"),
        "package@vVersion"
      )

  /** Whether it is a package with its version; no text that a client could take for an option is. */
  def isPackage(text: String): Boolean =
    val syntax = this match
      case Pip => "[A-Za-z0-9][\\w.-]*(\\[[\\w,-]+\\])?==\\d[\\w.+!]*"
      case Npm => "(@\\w[\\w.-]*/)?\\w[\\w.-]*@\\d[\\w.+-]*"
      case Go => "\\w[\\w.~/-]*@v\\d[\\w.+-]*"
    text.matches(syntax)

  /** What runs a broker from here: an interpreter on the PATH, or what was built of it.
    *
    * @param artifacts
    *   the folder with what was fetched
    */
  private[broker] def program(packages: List[String], artifacts: Path): Path = this match
    case Pip => Path.of("python3")
    case Npm => Path.of("node")
    case Go => artifacts.resolve("bin").resolve(GoModules.program(packages.head))

/** The clients of registries on this machine. */
private object Clients:
  /** What fetches this broker; it is installed if it is missing and that is allowed. */
  def ensure(spec: BrokerSpec, options: InstallOptions): Either[Unavailable, Unit] = spec.source match
    case Source.Packages(registry, _) if spec.home.isEmpty && !options.artifacts.has(spec) =>
      client(spec.title, registry, Path.of(registry.client), options.allowSystemPackages, options.say).map(_ => ())
    case _ => Right(())

  /** @param program
    *   the client: a name, which is looked for on the PATH, or a path
    */
  def client(
      title: String,
      registry: Registry,
      program: Path,
      allowInstall: Boolean,
      say: String => Unit
  ): Either[Unavailable, Path] =
    there(program, registry, allowInstall, say).left.map { why =>
      Unavailable(s"$title is fetched with ${registry.client}: ${why.reason}", why.remedy)
    }

  /** The program that runs a broker of a registry; none: it comes from elsewhere. */
  def runner(spec: BrokerSpec, artifacts: Path, options: InstallOptions): Either[Unavailable, Option[Path]] =
    spec.source match
      case Source.Packages(registry, packages) =>
        val program = registry.program(packages, artifacts)
        if program.isAbsolute && !Files.isExecutable(program) then
          Left(Unavailable(s"${spec.title} has no program $program", "look at the 'get' section of its broker.yaml"))
        else
          there(program, registry, options.allowSystemPackages, options.say)
            .left.map(why => Unavailable(s"${spec.title} runs with $program: ${why.reason}", why.remedy))
            .map(Some(_))
      case _ => Right(None)

  private def there(program: Path, registry: Registry, allowInstall: Boolean, say: String => Unit) =
    val wanted = new Source.SystemPackage(List(program), registry.install, Nil, Nil)
    SystemPackages.locate(program.getFileName.toString, wanted, allowInstall, say)
