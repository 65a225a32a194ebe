import type { ComponentType, ReactNode } from 'react'
import { ClientError } from '@host/client'
import { AccessDenied } from '../components/AccessDenied.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { LockedFeature } from '../components/LockedFeature.tsx'
import { StatusView } from '../components/StatusView.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { GateVerdict } from './gate-verdict.ts'

/** What a `GateView` takes. */
export interface GateViewProps {
  readonly verdict: GateVerdict
  /** What was thrown, for the cause, the next step and the request id. */
  readonly error?: unknown
  readonly lockedFallback?: ComponentType | undefined
  readonly onRetry?: () => void
}

/** The standard view of each verdict: what happened, why, and what to do next. Never a raw error (spec §7). */
export function GateView({
  verdict,
  error,
  lockedFallback: Locked = LockedFeature,
  onRetry,
}: GateViewProps): ReactNode {
  switch (verdict) {
    case 'locked':
      return <Locked />
    case 'denied':
      return <AccessDenied>{remedyOf(error)}</AccessDenied>
    case 'switchedOff':
      return <NeutralNote icon="toggle-right" text="switchedOff" />
    case 'notInBuild':
      return <NeutralNote icon="package" text="notInBuild" />
    case 'notLoaded':
      return <NeutralNote icon="unplug" text="notLoaded" action={<ReloadButton />} />
    case 'missing':
      return (
        <NeutralNote
          icon="file-question-mark"
          text="missing"
          cause={error instanceof ClientError ? error.problem?.detail : undefined}
        />
      )
    case 'failed':
      return <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />
  }
}

interface NeutralNoteProps {
  readonly icon: string
  /** The part of the dictionary under `sdk.gate`. */
  readonly text: 'switchedOff' | 'notInBuild' | 'notLoaded' | 'missing'
  readonly cause?: string | undefined
  readonly action?: ReactNode
}

function NeutralNote({ icon, text, cause, action }: NeutralNoteProps): ReactNode {
  const { t } = useTranslation()
  return (
    <StatusView icon={icon} title={t(`sdk.gate.${text}.title`)} actions={action}>
      <p>{cause ?? t(`sdk.gate.${text}.cause`)}</p>
      <p>{t(`sdk.gate.${text}.nextStep`)}</p>
    </StatusView>
  )
}

/** A chunk that did not arrive stays lost to this document: the build may have changed under it. */
function ReloadButton(): ReactNode {
  const { t } = useTranslation()
  return (
    <Button variant="primary" icon="refresh-cw" onClick={() => location.reload()}>
      {t('sdk.gate.reload')}
    </Button>
  )
}

function remedyOf(error: unknown): string | undefined {
  return error instanceof ClientError ? error.problem?.nextStep : undefined
}
