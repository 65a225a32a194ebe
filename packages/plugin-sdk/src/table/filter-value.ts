import type { DayRange, FilterDefinition, FilterValue, NumberRange, NumbersFilter } from './filter-definition.ts'

const longest = 200

/** Formats a filter value for the address; an empty value becomes an empty string. */
export function writeFilter(value: FilterValue): string {
  if (typeof value === 'string') return value.trim().slice(0, longest)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value.from === undefined && value.to === undefined ? '' : `${value.from ?? ''}..${value.to ?? ''}`
}

/** The value that an address names; undefined when it is none of this filter. */
export function readFilter(definition: FilterDefinition, text: string): FilterValue | undefined {
  const written = text.trim()
  if (written === '' || written.length > longest) return undefined
  if (definition.kind === 'dates') return readDays(written)
  if (definition.kind === 'numbers') return readNumbers(definition, written)
  if (definition.kind === 'boolean') return written === 'yes' ? true : written === 'no' ? false : undefined
  if (definition.kind === 'text' || definition.kind === 'lookup' || definition.isOpen === true) return written
  return definition.options.some(({ value }) => value === written) ? written : undefined
}

/**
 * When the first day begins and the day after the last one, as the server takes moments.
 * @example const { from, to } = momentsOf(table.filters.written)
 * @since 1.0.0
 */
export function momentsOf({ from, to }: DayRange): { readonly from?: string; readonly to?: string } {
  return {
    ...(from !== undefined && { from: midnight(from, 0) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
  }
}

function readDays(text: string): DayRange | undefined {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text) ?? []
  if (from === '' && to === '') return undefined
  if ((from !== '' && !isDay(from)) || (to !== '' && !isDay(to)) || (from !== '' && to !== '' && from > to)) {
    return undefined
  }
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

/** Whether a value is a stretch of numbers. */
export function isNumberRange(value: FilterValue | undefined): value is NumberRange {
  return typeof value === 'object' && typeof (value.from ?? value.to) === 'number'
}

// bounded: an end has at most 15 digits on each side of its point.
const numbers = /^(-?\d{1,15}(?:\.\d{1,15})?)?\.\.(-?\d{1,15}(?:\.\d{1,15})?)?$/

function readNumbers({ isWhole = false, currency }: NumbersFilter, text: string): NumberRange | undefined {
  const [, low, high] = numbers.exec(text) ?? []
  const [from, to] = [low, high].map((end) => (end === undefined ? undefined : Number(end)))
  if (from === undefined && to === undefined) return undefined
  if (from !== undefined && to !== undefined && from > to) return undefined
  const needsWhole = isWhole || currency !== undefined
  if (needsWhole && ![from ?? 0, to ?? 0].every(Number.isInteger)) return undefined
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) && !text.startsWith('0000')
}

function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(2000, month - 1, date + later)
  moment.setFullYear(year, month - 1, date + later)
  return moment.toISOString()
}
