import { Alert, Button, ErrorNote, RelativeTime, useMutation, useTranslation } from '@host/plugin-sdk'
import { listPauses, resumePlugin, type PausedPlugin } from '../shared.ts'

/** Plugins with paused background work, and their actions. */
export function PausedPlugins({ paused }: { readonly paused: readonly PausedPlugin[] }) {
  return paused.map((one) => <Paused key={one.plugin.name} paused={one} />)
}

function Paused({ paused: { plugin, until, isTrying, failures, fault } }: { readonly paused: PausedPlugin }) {
  const { t } = useTranslation()
  const resume = useMutation(resumePlugin, { invalidates: [listPauses] })
  return (
    <>
      <Alert
        tone="warning"
        title={t('jobs.paused.title', { plugin: plugin.title })}
        action={
          <Button size="compact" busy={resume.isPending} onClick={() => resume.mutate({ plugin: plugin.name })}>
            {t('jobs.paused.resume')}
          </Button>
        }
      >
        <p>{t('jobs.paused.why', { count: failures })}</p>
        <p>
          {isTrying ? (
            t('jobs.paused.trying')
          ) : (
            <>
              {t('jobs.paused.next')} <RelativeTime value={until} />
            </>
          )}
        </p>
        {fault !== '' && <p className="mt-1 font-mono text-xs wrap-anywhere">{fault}</p>}
      </Alert>
      <ErrorNote error={resume.error} onRetry={resume.reset} />
    </>
  )
}
