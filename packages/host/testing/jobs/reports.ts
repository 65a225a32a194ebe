import { tagged, type JobLab, type LabNode } from './job-lab.ts'

/** When the first reports are due, nine hours after the clock of a lab starts. */
export const nine = Date.UTC(2026, 0, 1, 9)

const kind = tagged({ name: 'report' })

/** Starts a process with a daily report in every workspace, whose runs write rows of `reports`. */
export async function scheduleReports(lab: JobLab, onRun: (orgId: string) => void = () => undefined): Promise<LabNode> {
  const node = await lab.start()
  node.service.handle(kind, async ({ orgId }) => {
    await lab.query(`insert into reports (org_id) values ('${orgId}')`)
    onRun(orgId)
  })
  node.service.schedule(kind, '0 9 * * *', { each: 'workspace', timeZone: 'workspace', input: { tag: '' } })
  return node
}
