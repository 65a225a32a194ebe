/** Takes the pictures of the README: `pnpm pictures`, after `pnpm compose`, when the look has changed. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inviteMember } from '../spec/lab/people.ts'
import { Visitor } from '../spec/lab/visitor.ts'
import { askAgent } from './lab/ask-agent.ts'
import { checkout } from './lab/composed.ts'
import { furnish } from './lab/furnish.ts'
import { openSettled } from './lab/settle.ts'
import { openStage } from './lab/stage.ts'

await using stage = await openStage()
await furnish(stage.visitor)
const approval = await askToChangeRole()
for (const theme of ['light', 'dark'] as const) {
  const page = await stage.open({ theme, timezone: timezoneOfMorning(new Date()) })
  await openSettled(page, '/admin')
  await page.getByRole('heading', { name: 'Good morning, Owner' }).waitFor()
  await take(page, `overview-${theme}`)
}
const page = await stage.open()
await openSettled(page, `/admin/mcp/approvals?open=${approval}`)
await page.getByRole('button', { name: 'Approve' }).waitFor()
await take(page, 'approval')
await openSettled(page, '/admin/audit')
await take(page, 'audit')

async function take(shown: Page, name: string): Promise<void> {
  const path = join(checkout, 'docs/images', `${name}.png`)
  await shown.screenshot({ path, animations: 'disabled' })
  console.log(`Took ${path}`)
}

/** @returns the id of an approval for the call of an agent that makes a member an admin */
async function askToChangeRole(): Promise<string> {
  const { url, visitor } = stage
  const person = await inviteMember(visitor, new Visitor(url), { name: 'Grace', role: 'admin' })
  const { items } = (await visitor.get<Members>('/api/members')).body
  const userId = items.find(({ name }) => name === 'Member')?.userId
  if (userId === undefined) throw new Error('The workspace has no member to change.')
  return await askAgent({ url, person, name: 'workspaces_change_member_role', input: { userId, role: 'admin' } })
}

interface Members {
  readonly items: readonly { readonly userId: string; readonly name: string }[]
}

/** A time zone where it is about ten in the morning, so that the greeting is the same at every hour. */
function timezoneOfMorning(now: Date): string {
  const west = Math.min(now.getUTCHours() - 10, 12)
  return `Etc/GMT${west < 0 ? '' : '+'}${west}`
}
