import type { AuditActivity } from '../shared/activity.ts'

/** A chart needs so many days with a change; fewer are a bar among gaps. */
const fewest = 3

/** Whether there are enough days with a change to draw a chart. */
export function isChartable({ items }: Pick<AuditActivity, 'items'>): boolean {
  return items.filter(({ count }) => count > 0).length >= fewest
}
