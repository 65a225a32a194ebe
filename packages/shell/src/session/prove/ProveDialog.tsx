import { ErrorNote, LoadingRegion, Skeleton, useTranslation, type Me } from '@host/plugin-sdk'
import type { FactorProof } from '@host/plugin-sdk/shell'
import { TopDialog } from '../../frame/TopDialog.tsx'
import { useLatePart } from '../../frame/useLatePart.ts'
import { ProofActions } from './ProofActions.tsx'
import { provingFactors } from './proving-factors.ts'
import { useProofOptions } from './useProofOptions.ts'

const loadForm = () => import('./ProofForm.tsx')

export interface ProveDialogProps {
  readonly me: Me
  /** The second factor that it has to be proven by; undefined where any proof counts. */
  readonly factor: FactorProof | undefined
  /** Proven, or given up. */
  readonly onSettled: (isProven: boolean) => void
}

/**
 * Asks for a proof of identity, for every call that waits for it, above any open page. The page stays unchanged; the
 * focus returns afterwards.
 */
export function ProveDialog({ me: { user }, factor, onSettled }: ProveDialogProps) {
  const { t } = useTranslation()
  const { options, error: refusal, renew } = useProofOptions()
  const { Part: ProofForm, error: loss, retry } = useLatePart(loadForm)
  const error = refusal ?? loss
  const giveUp = () => onSettled(false)
  const factors = options === undefined ? [] : provingFactors(factor, options.methods)
  const help = factors.length === 0 ? 'shell.prove.help' : 'shell.prove.factorHelp'
  return (
    <TopDialog title={t('shell.prove.title')} description={t(help, { email: user.email })} onClose={giveUp}>
      <div className="flex flex-col gap-4">
        <ErrorNote error={error} onRetry={refusal === null ? retry : renew} />
        {(options === undefined || ProofForm === undefined) && error === null && (
          <LoadingRegion>
            <Skeleton className="h-16 w-full" />
          </LoadingRegion>
        )}
        {options === undefined || ProofForm === undefined ? (
          <ProofActions onCancel={giveUp} />
        ) : (
          <ProofForm
            email={user.email}
            options={options}
            factors={factors}
            onRenew={renew}
            onProven={() => onSettled(true)}
            onCancel={giveUp}
          />
        )}
      </div>
    </TopDialog>
  )
}
