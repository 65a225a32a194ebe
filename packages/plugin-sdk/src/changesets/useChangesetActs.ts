import type { ClientError } from '@host/client'
import {
  applyChangeset,
  dismissChangeset,
  finishChangeset,
  leaveChangeset,
  listSteps,
  readChangeset,
  revertChangeset,
  type ShownChangeset,
} from '@host/platform-api/changesets'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNavigate } from '../navigation/useNavigate.ts'
import { useMutation } from '../query/useMutation.ts'

/** Options of the acts on a changeset. */
export interface ChangesetActsOptions {
  readonly changeset: ShownChangeset
  /** Takes the ID of the plan that reverts it. */
  readonly onRevert: ((id: string) => void) | undefined
  /** Called before the state changes by an act of this reader. */
  readonly onActed: () => void
}

/** An act without input. */
interface Act {
  readonly run: () => void
  readonly isPending: boolean
}

/** The acts on a changeset. */
export interface ChangesetActs {
  /** With the texts that were typed. */
  readonly apply: Omit<Act, 'run'> & { readonly run: (confirmations: readonly string[]) => void }
  readonly dismiss: Act
  readonly finish: Act
  readonly revert: Act
  readonly leave: () => Promise<unknown>
  /** Why the last one failed. */
  readonly error: ClientError | null
}

const longestTitle = 200

/** Sends what the reader decides, and loads the new state. One act at a time. */
export function useChangesetActs({ changeset, onRevert, onActed }: ChangesetActsOptions): ChangesetActs {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, hash, title } = changeset
  const effects = { invalidates: [readChangeset, listSteps], onSuccess: onActed }
  const apply = useMutation(applyChangeset, effects)
  const dismiss = useMutation(dismissChangeset, effects)
  const finish = useMutation(finishChangeset, effects)
  const leave = useMutation(leaveChangeset, effects)
  const open = onRevert ?? ((revert: string): void => navigate(`/changes/${revert}`))
  const revert = useMutation(revertChangeset, { onSuccess: (plan) => open(plan.id) })
  const all = [apply, dismiss, finish, revert] as const
  const isBusy = all.some(({ isPending }) => isPending)
  const act = (run: () => void): void => {
    if (isBusy) return
    for (const one of all) one.reset()
    run()
  }
  return {
    apply: {
      run: (confirmations) => act(() => apply.mutate({ id, hash, confirmations })),
      isPending: apply.isPending,
    },
    dismiss: { run: () => act(() => dismiss.mutate({ id })), isPending: dismiss.isPending },
    finish: { run: () => act(() => finish.mutate({ id })), isPending: finish.isPending },
    revert: {
      run: () => act(() => revert.mutate({ id, title: revertTitle(t('sdk.changeset.revertOf', { title })) })),
      isPending: revert.isPending,
    },
    leave: () => leave.mutateAsync({ id }),
    error: all.map(({ error }) => error).find((error) => error !== null) ?? null,
  }
}

function revertTitle(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1).toWellFormed()}…` : title
}
