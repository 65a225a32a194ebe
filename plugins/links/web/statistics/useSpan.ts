import { useState } from 'react'
import type { DateRange } from '@host/plugin-sdk'
import { linkLimits } from '../../shared.ts'
import { spans, type Span } from './SpanChoice.tsx'
import { useLastDays } from './useLastDays.ts'

const day = 86_400_000

/** The days that statistics show: the last ones, or those that were chosen. */
export function useSpan() {
  const [span, choose] = useState<Span>(spans[1])
  const [chosen, setChosen] = useState<DateRange>({ from: '', to: '' })
  const last = useLastDays(span === 'custom' ? spans[1] : span)
  const length = (Date.parse(chosen.to) - Date.parse(chosen.from)) / day + 1
  // Until two days are chosen, the last ones are shown.
  const isChosen = span === 'custom' && length >= 1 && length <= linkLimits.statisticDays
  const range = isChosen ? { ...last, from: chosen.from, to: chosen.to } : last
  return { span, choose, chosen, setChosen, range, today: last.to, isChosen, days: isChosen ? length : daysOf(span) }
}

function daysOf(span: Span): number {
  return span === 'custom' ? spans[1] : span
}
