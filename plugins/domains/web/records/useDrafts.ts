import { useState } from 'react'
import { withDraft, type Draft, type Drafts, type PlanErrors } from './drafts.ts'

/** The changes of a zone that wait, with the errors of the last plan. */
export interface DraftsHandle {
  readonly drafts: Drafts
  readonly errors: PlanErrors
  readonly put: (draft: Draft) => void
  readonly putAll: (drafts: readonly Draft[]) => void
  readonly drop: (key: string) => void
  /** Replaces all of them. */
  readonly set: (drafts: Drafts) => void
  readonly fail: (errors: PlanErrors) => void
}

const noDrafts = (): Drafts => new Map()
const noErrors = (): PlanErrors => ({ drafts: new Map(), rest: null })

/** Holds changes until they are planned. */
export function useDrafts(): DraftsHandle {
  const [drafts, setDrafts] = useState(noDrafts)
  const [errors, setErrors] = useState(noErrors)
  const forget = (keys: readonly string[]): void =>
    setErrors((before) => ({ drafts: new Map([...before.drafts].filter(([key]) => !keys.includes(key))), rest: null }))
  const putAll = (added: readonly Draft[]): void => {
    setDrafts((before) => added.reduce(withDraft, before))
    forget(added.map(({ key }) => key))
  }
  return {
    drafts,
    errors,
    put: (draft) => putAll([draft]),
    putAll,
    drop(key) {
      setDrafts((before) => new Map([...before].filter(([each]) => each !== key)))
      forget([key])
    },
    set(next) {
      setDrafts(next)
      setErrors(noErrors())
    },
    fail: setErrors,
  }
}
