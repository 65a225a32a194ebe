import { createElement, type ReactNode } from 'react'
import type { ChangesetPart, ChangesetStep } from '@host/plugin-sdk'
import { SetDiff, type SetValues } from '../records/SetDiff.tsx'

/** Shows a step of a plan as its record set before and after; undefined for the values of another feature. */
export function renderRecordStep({ before, after }: ChangesetStep, { plugin, kind }: ChangesetPart): ReactNode {
  if (plugin !== 'domains' || kind !== 'records') return undefined
  return createElement(SetDiff, { before: before as SetValues | null, after: after as SetValues | null })
}
