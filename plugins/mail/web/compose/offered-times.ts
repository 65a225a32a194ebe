/** Times that are offered for a send: the next morning, and the next Monday morning. */
export function offeredTimes(now: Date): readonly { readonly id: 'tomorrow' | 'monday'; readonly moment: string }[] {
  const morning = (days: number): string => {
    const day = new Date(now)
    day.setDate(day.getDate() + days)
    day.setHours(8, 0, 0, 0)
    return day.toISOString()
  }
  const untilMonday = (8 - now.getDay()) % 7 || 7
  const monday = { id: 'monday', moment: morning(untilMonday) } as const
  return untilMonday === 1 ? [monday] : [{ id: 'tomorrow', moment: morning(1) }, monday]
}

/** The moment of a local date and time as typed. */
export function momentOf(typed: string): string | undefined {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
