package shootout.report

import munit.FunSuite

class PageDataSuite extends FunSuite:
  private val file = ResultFiles.read(Golden.path("hornetq")).toOption.get
  private val all = ResultFiles.in(List(Golden.folder)).files

  /** The workloads of a group when the page has loaded the details. */
  private def opened(files: List[ResultDocument], group: String): List[ujson.Value] =
    val heads = PageData.head(files).arr.toList.flatMap(_.listAt("workloads")).filter(_("group").str == group)
    heads.zip(PageData.details(files, group).listAt("workloads")).map(PageContents.laidOver(_, _))

  test("the head has everything but the details of opened workloads"):
    val head = PageData.head(List(file))(0)
    assertEquals(head("environment"), file.json("environment"))
    assertEquals(head("file").str, "stomp-hornetq.json")
    assertEquals(head("workloads").arr.size, file.json("workloads").arr.size)
    assertEquals(head("means").arr.size, file.json("means").arr.size)
    for (workload, original) <- head("workloads").arr.zip(file.json("workloads").arr) do
      assert(!workload.obj.contains("samples") && !workload.obj.contains("log_tail"))
      assertEquals(workload("sample_count").num.toInt, original("samples").arr.size)
      assertEquals(workload("client_groups").arr.map(_("role").str).toSet, Set("producer", "consumer"))
      assertEquals(workload("audit"), original("audit"))
    assert(!ujson.write(head).contains("histogram"))
    val heads = PageData.head(all).arr.toList
    assertEquals(heads.map(_("file").str), all.map(_.path.getFileName.toString))
    for (head, original) <- heads.zip(all) do assertEquals(head("broker"), original.json("broker"))

  test("head and details together have all of each workload"):
    for group <- PageData.groups(all) do
      val workloads = all.flatMap(_.json.listAt("workloads")).filter(_("group").str == group)
      for (workload, original) <- opened(all, group).zip(workloads) do
        val added = Set("sample_count", "measured_s", "client_groups", "series")
        assertEquals(workload.obj.keySet.toSet -- added, original.obj.keySet.toSet -- List("samples", "latency_log"))
        for key <- List("id", "load", "log_tail", "timing", "drain", "started_at_ms", "audit", "steps", "flags") do
          assertEquals(workload(key), Rounded(original(key)), s"$group $key")
        for rate <- original.at("summary", "confirmed") do
          assertEquals(workload("summary")("confirmed"), Rounded(rate))
          val highest = original("summary")("produced")("max_per_s")
          assertEquals(workload("summary")("produced")("max_per_s"), Rounded(highest))

  test("a curve has the percentiles of its histogram"):
    val workload = opened(List(file), file.json("workloads")(0)("group").str).head
    val latency = workload("summary")("end_to_end")
    val points = latency("curve").arr.map(point => (point(0).num, point(1).num))
    assert(points.size > 15, points)
    assertEquals(points.last, (100.0, latency("us_max").num))
    assertEquals(points.map(_._1), points.map(_._1).sorted)
    val median = points.find(_._1 >= 50).get._2
    assertEqualsDouble(median, latency("us_p50").num, 0.02 * median)
    val means = PageData.details(List(file), "partitioned").listAt("means")
    assert(means.size == 2 && means.forall(_("end_to_end").obj.contains("curve")))

  test("samples are written as columns, and a constant column as one number"):
    val workloads = file.json("workloads").arr.filter(_("group").str == "partitioned")
    val columns = opened(List(file), "partitioned").map(_("series"))
    assertEquals(columns.size, workloads.size)
    for (column, workload) <- columns.zip(workloads) do
      val samples = workload("samples").arr
      def values(path: String) =
        column.at(path).map(v => v.arrOpt.map(_.toList).getOrElse(List.fill(samples.size)(v)))
      assertEquals(values("produced_per_s"), Some(samples.map(sample => Rounded(sample("produced_per_s"))).toList))
      assertEquals(values("groups.1.consumed"), Some(samples.map(_("groups")(1)("consumed")).toList))
      assertEquals(values("end_to_end.us_p99"), Some(samples.map(_("end_to_end")("us_p99")).toList))
      assertEquals(column("errors"), ujson.Num(0))
    assertEquals(PageData.groups(List(file)).take(2), List("partitioned", "latency"))

  test("an invalid histogram has no curve"):
    val broken = Golden.document("hornetq")(_("workloads")(0)("summary")("end_to_end")("histogram") = "HISTFAAA")
    val workload = opened(List(broken), broken.json("workloads")(0)("group").str).head
    assert(!workload("summary")("end_to_end").obj.contains("curve"))
