import { useState } from 'react'
import { Button, ErrorNote, KeyValue, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { listInstanceLinks, restoreLink, type InstanceLink } from '../../shared.ts'
import { LinkState } from '../links/LinkState.tsx'
import { DenyHost } from './DenyHost.tsx'
import { QuarantineLink } from './QuarantineLink.tsx'
import { WorkspaceLink } from './WorkspaceLink.tsx'

interface ReviewedLinkProps {
  readonly link: InstanceLink
  /** Called once it was decided. */
  readonly onDecided: () => void
}

/** A link of any workspace, with what can be done about it. */
export function ReviewedLink({ link, onDecided }: ReviewedLinkProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { address, url, title, workspace, state, quarantine, createdAt } = link
  const wrapping = (value: string) => <span className="wrap-anywhere whitespace-pre-line">{value}</span>
  return (
    <div className="flex flex-col gap-6">
      <KeyValue
        items={[
          { label: t('links.shortUrl'), value: wrapping(address) },
          { label: t('links.target'), value: wrapping(url) },
          { label: t('links.name'), value: title === '' ? '–' : wrapping(title) },
          { label: t('links.console.workspace'), value: <WorkspaceLink name={workspace.name} /> },
          { label: t('links.state.title'), value: <LinkState state={state} /> },
          { label: t('links.created'), value: format.dateTime(createdAt) },
          ...(quarantine === null
            ? []
            : [
                { label: t('links.report.reason'), value: t(`links.quarantine.reason.${quarantine.reason}`) },
                { label: t('links.quarantine.note'), value: quarantine.note === '' ? '–' : wrapping(quarantine.note) },
                {
                  label: t('links.console.review'),
                  value: quarantine.reviewText === '' ? '–' : wrapping(quarantine.reviewText),
                },
              ]),
        ]}
      />
      <Decisions link={link} onDecided={onDecided} />
    </div>
  )
}

function Decisions({ link: { id, quarantine, targetHost }, onDecided }: ReviewedLinkProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'quarantine' | 'deny'>()
  const restoring = useMutation(restoreLink, { invalidates: [listInstanceLinks], onSuccess: onDecided })
  const close = () => setAsked(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {quarantine === null ? (
        <Button variant="danger" onClick={() => setAsked('quarantine')}>
          {t('links.quarantine.quarantine')}
        </Button>
      ) : (
        <Button busy={restoring.isPending} onClick={() => restoring.mutate({ id })}>
          {t('links.quarantine.restore')}
        </Button>
      )}
      {targetHost !== '' && <Button onClick={() => setAsked('deny')}>{t('links.denied.add')}</Button>}
      <ErrorNote error={restoring.error} />
      {asked === 'quarantine' && <QuarantineLink id={id} reason="other" onClose={close} onDone={onDecided} />}
      {asked === 'deny' && <DenyHost host={targetHost} onClose={close} />}
    </div>
  )
}
