package shootout.driver

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}

/** Tries again what `cannot:` in a `broker.yaml` says: every contract that needs the capability, one after the other, until
  * one is not kept. If all are, the claim no longer holds.
  */
object ClaimsContract extends munit.Assertions:
  def apply(suite: munit.FunSuite, subject: DriverContract.Subject, contracts: List[Contract]): Unit =
    for word <- subject.claims.filterNot(SurvivalContract.words) do
      suite.test(s"${subject.label}: still cannot: $word") {
        println(s"${subject.label}: still cannot $word: ${stillCannot(word, subject, contracts)}")
      }

  /** @return the contract that is not kept, and why */
  def stillCannot(word: String, subject: DriverContract.Subject, contracts: List[Contract]): String =
    val about = contracts.filter(_.needs.contains(word))
    assert(about.nonEmpty, s"no contract tries '$word': write one")
    // first of all those that only this capability is missing for
    val (direct, others) = about.partition(_.needs.forall(need => need == word || subject.supports(need)))
    val broken =
      (if direct.nonEmpty then direct else others).iterator.flatMap(c => attempt(subject, c).map(c.name -> _))
    broken.nextOption match
      case Some((name, why)) => s"\"$name\": ${why.linesIterator.next}"
      case None => fail(s"${subject.label}: $word now works: remove it from broker.yaml")

  /** Why the contract is not kept; none: it is. A hang counts as not kept. */
  private def attempt(subject: DriverContract.Subject, contract: Contract): Option[String] =
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
      kept.get(LimitS, TimeUnit.SECONDS)
      None
    catch
      case e: ExecutionException => Some(e.getCause.toString)
      case _: TimeoutException => Some(s"not done after $LimitS s")
    finally
      thread.interrupt()
      session.close()

  /** Whatever works takes less than two. */
  private val LimitS = 3L
