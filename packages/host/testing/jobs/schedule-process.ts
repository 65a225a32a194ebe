/**
 * A process of its own with a report in every workspace at nine: `node schedule-process.ts <database>`. It prints its node
 * when the reports are due, and then the workspace of each run, once the run has written its row.
 */
import { longestSpread } from '../../src/jobs/spread.ts'
import { joinJobLab } from './job-lab.ts'
import { nine, scheduleReports } from './reports.ts'

const [, , url = ''] = process.argv
await using lab = await joinJobLab(url)
const node = await scheduleReports(lab, (orgId) => void process.stdout.write(`${orgId}\n`))
await node.jobs.settle()
lab.clock.now = nine
process.stdout.write(`${node.id}\n`)
await node.jobs.settle()
lab.clock.now += longestSpread
await node.jobs.settle()
