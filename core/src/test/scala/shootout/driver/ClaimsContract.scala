package shootout.driver

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.concurrent.duration.*

/** Tests the claims below `cannot:` in a `broker.yaml`. A claim holds if one contract that needs the capability fails.
  * A timeout is a failure only if the claim says `hangs: true`: a slow broker or a hanging test is no refusal.
  */
object ClaimsContract extends munit.Assertions:
  def apply(suite: munit.FunSuite, subject: DriverContract.Subject, contracts: List[Contract]): Unit =
    for claim <- subject.claims if !SurvivalContract.words(claim.word) do
      suite.test(s"${subject.label}: still cannot: ${claim.word}"):
        println(s"${subject.label}: still cannot ${claim.word}: ${stillCannot(claim, subject, contracts)}")

  /** @param hangs
    *   the capability fails only by a timeout
    */
  final case class Claim(word: String, hangs: Boolean)

  private final case class Broken(why: String, hangs: Boolean)

  def stillCannot(
      claim: Claim,
      subject: DriverContract.Subject,
      contracts: List[Contract],
      limit: FiniteDuration = Limit
  ): String =
    val word = claim.word
    val about = contracts.filter(_.needs.contains(word))
    assert(about.nonEmpty, s"no contract tries '$word': write one")
    // first the contracts for which the broker has all other capabilities
    val (direct, others) =
      about.partition(_.needs.forall(need => need == word || subject.supports(need)))
    val broken =
      (if direct.nonEmpty then direct else others).iterator.flatMap(c => attempt(subject, c, limit).map(c.name -> _))
    var hung = List.empty[String]
    val proof = broken.find { (name, of) =>
      if of.hangs then hung ::= name
      !of.hangs || claim.hangs
    }
    proof match
      case Some((name, of)) => s"\"$name\": ${of.why.linesIterator.next}"
      case None if hung.nonEmpty =>
        val where = hung.map(name => s"\"$name\"").mkString(", ")
        fail(s"${subject.label}: $word timed out after $limit: $where. The claim does not say 'hangs: true'")
      case None => fail(s"${subject.label}: $word now works: remove it from broker.yaml")

  private def attempt(subject: DriverContract.Subject, contract: Contract, limit: FiniteDuration): Option[Broken] =
    val session = subject.protocol.open(subject.endpoint)
    val kept = CompletableFuture[Unit]()
    val trying: Runnable = () =>
      try
        contract.keep(session)
        kept.complete(())
      catch case e: Throwable => kept.completeExceptionally(e)
    val thread = Thread(trying, "claim")
    thread.setDaemon(true)
    thread.start()
    try
      kept.get(limit.toMillis, TimeUnit.MILLISECONDS)
      None
    catch
      case e: ExecutionException => Some(Broken(e.getCause.toString, hangs = false))
      case _: TimeoutException => Some(Broken(s"not done after $limit", hangs = true))
    finally
      thread.interrupt()
      session.close()

  /** A contract that holds takes less than two. */
  private val Limit = 3.seconds
