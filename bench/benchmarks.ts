import type { Benchmark } from './benchmark.ts'
import { backupIncremental } from './rows/backup-incremental.ts'
import { backupStall } from './rows/backup-stall.ts'
import { backupWriters } from './rows/backup-writers.ts'
import { changesetPlan } from './rows/changeset-plan.ts'
import { coherence } from './rows/coherence.ts'
import { dkimSign } from './rows/dkim-sign.ts'
import { dnsAxfr } from './rows/dns-axfr.ts'
import { dnsUdp } from './rows/dns-udp.ts'
import { edgeAnswer } from './rows/edge.ts'
import { events } from './rows/events.ts'
import { executable } from './rows/executable.ts'
import { firstPaint } from './rows/first-paint.ts'
import { growth } from './rows/growth.ts'
import { idempotency } from './rows/idempotency.ts'
import { jobs } from './rows/jobs.ts'
import { largeEdition } from './rows/large-edition.ts'
import { licenseValidate } from './rows/license-validate.ts'
import { linkRedirect } from './rows/links.ts'
import { linkLists } from './rows/link-lists.ts'
import { linkMemory } from './rows/link-memory.ts'
import { linkStatistics } from './rows/link-statistics.ts'
import { linkWrites } from './rows/link-writes.ts'
import { live } from './rows/live.ts'
import { login } from './rows/login.ts'
import { mailIn } from './rows/mail-in.ts'
import { mailLists } from './rows/mail-lists.ts'
import { moves } from './rows/move.ts'
import { outboundGet } from './rows/outbound-get.ts'
import { plans } from './rows/plans.ts'
import { pluginGet } from './rows/plugin-get.ts'
import { restoreSpeed } from './rows/restore-speed.ts'
import { rowSecurity } from './rows/row-security.ts'
import { scopedList } from './rows/scoped-list.ts'
import { search } from './rows/search.ts'
import { sealedValue } from './rows/sealed-value.ts'
import { tlsHandshakes } from './rows/tls-handshakes.ts'
import { tracing } from './rows/tracing.ts'
import { startTurns } from './rows/start-turns.ts'
import { unused } from './rows/unused.ts'
import { wideBodies } from './rows/wide-bodies.ts'
import { workers } from './rows/workers.ts'
import { zoneImport } from './rows/zone-import.ts'

/** Every benchmark, in the order in which it runs and is reported. */
export const benchmarks: readonly Benchmark[] = [
  pluginGet,
  tracing,
  plans,
  edgeAnswer,
  linkRedirect,
  linkLists,
  linkMemory,
  linkStatistics,
  linkWrites,
  licenseValidate,
  mailIn,
  mailLists,
  dkimSign,
  workers,
  coherence,
  growth,
  scopedList,
  search,
  rowSecurity,
  sealedValue,
  outboundGet,
  idempotency,
  jobs,
  events,
  changesetPlan,
  zoneImport,
  dnsUdp,
  dnsAxfr,
  tlsHandshakes,
  backupWriters,
  backupStall,
  backupIncremental,
  restoreSpeed,
  moves,
  live,
  login,
  firstPaint,
  wideBodies,
  unused,
  startTurns,
  executable,
  largeEdition,
]
