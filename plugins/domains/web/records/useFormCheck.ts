import { useState, type RefObject } from 'react'
import { useClient, useTranslation } from '@host/plugin-sdk'
import { listRecords, type ListedRecordSet, type WantedSet, type ZoneDetails } from '../../shared.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'
import type { DraftErrors } from './drafts.ts'
import { wholeName } from './whole-name.ts'

export interface FormCheckOptions {
  readonly zone: ZoneDetails
  /** Null for one that is added. */
  readonly set: ListedRecordSet | null
  /** Errors of the last plan. */
  readonly error: DraftErrors
}

/** The check of an editor before its change waits with the others. */
export interface FormCheck {
  /** Whether the change may wait. */
  readonly check: (wanted: WantedSet) => Promise<boolean>
  readonly errors: DraftErrors
  readonly isChecking: boolean
  readonly element: RefObject<HTMLFormElement | null>
}

/** Finds what can be said of a record set before it is planned: missing fields, and one that is there already. */
export function useFormCheck({ zone, set, error }: FormCheckOptions): FormCheck {
  const { t } = useTranslation()
  const client = useClient()
  const [errors, setErrors] = useState(error)
  const [isChecking, setChecking] = useState(false)
  const element = useFocusOnWrong<HTMLFormElement>(Object.keys(errors).length === 0 ? null : errors)
  async function exists({ name, type }: WantedSet): Promise<boolean> {
    const found = await client.call(listRecords, { id: zone.id, name: wholeName(name, zone), type, limit: 1 })
    return found.items.length > 0
  }
  async function check(wanted: WantedSet): Promise<boolean> {
    if (isChecking) return false
    const missing = {
      ...(wanted.name === '' && { name: t('domains.records.noName') }),
      ...(wanted.data.length === 0 && { 'data.0': t('domains.records.noValue') }),
      ...(Number.isInteger(wanted.ttl) ? {} : { ttl: t('domains.records.noTtl') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return false
    if (set !== null) return true
    setChecking(true)
    // The plan finds it as well, so a failure here hinders nothing.
    const isThere = await exists(wanted).catch(() => false)
    setChecking(false)
    if (isThere) setErrors({ name: t('domains.records.exists', { type: wanted.type }) })
    return !isThere
  }
  return { check, errors, isChecking, element }
}
