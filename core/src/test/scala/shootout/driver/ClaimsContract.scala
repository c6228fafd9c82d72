package shootout.driver

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}

/** Tries again what `cannot:` in a `broker.yaml` says: every contract that needs the capability, one after the other, until
  * one is not kept. If all are, the claim no longer holds.
  */
final class ClaimsContract(suite: munit.FunSuite, subject: DriverContract.Subject, contracts: List[Contract])
    extends munit.Assertions:
  for word <- subject.claims do suite.test(s"${subject.label}: still cannot: $word")(stillCannot(word))

  private def stillCannot(word: String): Unit =
    val about = contracts.filter(_.needs.contains(word))
    assert(about.nonEmpty, s"no contract tries '$word': write one")
    // first of all those that only this capability is missing for
    val (direct, others) = about.partition(_.needs.forall(need => need == word || subject.supports(need)))
    val broken = (if direct.nonEmpty then direct else others).iterator.flatMap(c => attempt(c).map(c.name -> _)).nextOption()
    broken match
      case Some((name, why)) => println(s"${subject.label}: still cannot $word: \"$name\": ${why.linesIterator.next}")
      case None => fail(s"${subject.label}: $word now works: remove it from broker.yaml")

  /** Why the contract is not kept; none: it is. A hang counts as not kept. */
  private def attempt(contract: Contract): Option[String] =
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
      kept.get(ClaimsContract.LimitS, TimeUnit.SECONDS)
      None
    catch
      case e: ExecutionException => Some(e.getCause.toString)
      case _: TimeoutException => Some(s"not done after ${ClaimsContract.LimitS} s")
    finally
      thread.interrupt()
      session.close()

private object ClaimsContract:
  /** Whatever works takes less than two. */
  private val LimitS = 4L
