package shootout.driver

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.concurrent.duration.*

/** Tries again what `cannot:` in a `broker.yaml` says: every contract that needs the capability, one after the other, until
  * one is not kept. If all are, the claim no longer holds. Waiting in vain is no proof but of a claim that says so: a broker
  * that is slow, or a test that hangs, must not pass for one that refuses.
  */
object ClaimsContract extends munit.Assertions:
  def apply(suite: munit.FunSuite, subject: DriverContract.Subject, contracts: List[Contract]): Unit =
    for claim <- subject.claims if !SurvivalContract.words(claim.word) do
      suite.test(s"${subject.label}: still cannot: ${claim.word}") {
        println(s"${subject.label}: still cannot ${claim.word}: ${stillCannot(claim, subject, contracts)}")
      }

  /** @param hangs
    *   it shows only by waiting in vain
    */
  final case class Claim(word: String, hangs: Boolean)

  private final case class Broken(why: String, hangs: Boolean)

  /** @return
    *   the contract that is not kept, and why
    */
  def stillCannot(
      claim: Claim,
      subject: DriverContract.Subject,
      contracts: List[Contract],
      limit: FiniteDuration = Limit
  ): String =
    val word = claim.word
    val about = contracts.filter(_.needs.contains(word))
    assert(about.nonEmpty, s"no contract tries '$word': write one")
    // first of all those that only this capability is missing for
    val (direct, others) = about.partition(_.needs.forall(need => need == word || subject.supports(need)))
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
        fail(
          s"${subject.label}: $word was not refused, but not done after $limit: $where. The claim does not say 'hangs: true'"
        )
      case None => fail(s"${subject.label}: $word now works: remove it from broker.yaml")

  /** Why the contract is not kept; none: it is. */
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

  /** Whatever works takes less than two. */
  private val Limit = 3.seconds
