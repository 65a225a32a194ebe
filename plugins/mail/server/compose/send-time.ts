import { writingLimits } from '../../shared.ts'
import { wrong } from './senders.ts'

const day = 86_400_000

/** The moment of a scheduled email. @throws Problem `invalid_input` for one in the past or too far away */
export function scheduledTime(text: string, { now, path }: { readonly now: number; readonly path: string }): string {
  const at = Date.parse(text)
  if (!(at > now)) throw wrong(path, inPast)
  if (at > now + writingLimits.scheduledDays * day) throw wrong(path, tooFar)
  return new Date(at).toISOString()
}

const inPast = { en: 'Choose a time in the future.', zh: '请选择将来的时间。' }
const tooFar = {
  en: `Choose a time within ${writingLimits.scheduledDays} days.`,
  zh: `请选择 ${writingLimits.scheduledDays} 天之内的时间。`,
}
