/** Takes the pictures of the README anew: `pnpm pictures`, after the look has changed. */
import { join } from 'node:path'
import { checkout } from './lab/composed.ts'
import { furnish } from './lab/furnish.ts'
import { openSettled } from './lab/settle.ts'
import { openStage } from './lab/stage.ts'

await using stage = await openStage()
await furnish(stage.visitor)
const page = await stage.open({ timezone: timezoneOfMorning(new Date()) })
await openSettled(page, '/admin')
await page.getByRole('heading', { name: 'Good morning, Owner' }).waitFor()
const path = join(checkout, 'docs/images/overview-light.png')
await page.screenshot({ path, animations: 'disabled' })
console.log(`Took ${path}`)

/** Where on earth it is about ten in the morning, so that the greeting is the same at every hour. */
function timezoneOfMorning(now: Date): string {
  const west = Math.min(now.getUTCHours() - 10, 12)
  return `Etc/GMT${west < 0 ? '' : '+'}${west}`
}
