import type { ComponentType, ReactNode } from 'react'
import { ClientError } from '@host/client'
import type { ProblemBody } from '@host/plugin/wire'
import { AccessDenied, type AccessDeniedProps } from '../components/AccessDenied.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { LockedFeature } from '../components/LockedFeature.tsx'
import { StatusView } from '../components/StatusView.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useOwnSupport } from '../session/useSupportRefusal.ts'
import type { GateVerdict } from './gate-verdict.ts'

/** Props of `GateView`. */
export interface GateViewProps {
  readonly verdict: GateVerdict
  /** The thrown value; provides the cause, the next step and the request id. */
  readonly error?: unknown
  readonly lockedFallback?: ComponentType | undefined
  /** Shown in place of `lockedFallback`. */
  readonly locked?: ReactNode
  readonly onRetry?: () => void
  /** Names people who can help, below a page that the reader's role does not open. */
  readonly helpers?: ReactNode
  /** Whether it stands in the instance console, which support access to a workspace does not change. */
  readonly isConsole?: boolean
}

/** The standard view of each verdict: the problem, its cause and the next step. Never a raw error (spec §7). */
export function GateView({
  verdict,
  error,
  lockedFallback: Locked = LockedFeature,
  locked,
  onRetry,
  helpers,
  isConsole = false,
}: GateViewProps): ReactNode {
  if (verdict === 'locked') return locked ?? <Locked />
  if (verdict === 'denied') {
    const View = isConsole ? AccessDenied : Denied
    return <View helpers={helpers}>{problemOf(error)?.nextStep}</View>
  }
  if (verdict === 'failed') return <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />
  return (
    <NeutralNote
      text={verdict}
      cause={verdict === 'missing' ? problemOf(error)?.detail : undefined}
      action={verdict === 'notLoaded' ? <ReloadButton /> : undefined}
    />
  )
}

/** In support access the reason is the access, not a role. */
function Denied(props: AccessDeniedProps): ReactNode {
  const { t } = useTranslation()
  const isSupport = useOwnSupport() !== undefined
  if (!isSupport) return <AccessDenied {...props} />
  return (
    <StatusView icon="shield-alert" illustration="denied" title={t('sdk.support.unavailable')}>
      <p>{props.children ?? t('sdk.support.nextStep')}</p>
    </StatusView>
  )
}

const icons = { switchedOff: 'toggle-right', notInBuild: 'package', notLoaded: 'unplug', missing: 'file-question-mark' }

interface NeutralNoteProps {
  /** The part of the dictionary under `sdk.gate`. */
  readonly text: keyof typeof icons
  readonly cause?: string | undefined
  readonly action?: ReactNode
}

function NeutralNote({ text, cause, action }: NeutralNoteProps): ReactNode {
  const { t } = useTranslation()
  return (
    <StatusView icon={icons[text]} title={t(`sdk.gate.${text}.title`)} actions={action}>
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

function problemOf(error: unknown): ProblemBody | undefined {
  return error instanceof ClientError ? error.problem : undefined
}
