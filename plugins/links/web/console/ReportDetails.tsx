import { useState } from 'react'
import { Button, ButtonLink, ErrorNote, KeyValue, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { dismissReport, listReports, readReportSummary, type LinkReport } from '../../shared.ts'
import { LinkState } from '../links/LinkState.tsx'
import { DenyHost } from './DenyHost.tsx'
import { QuarantineLink } from './QuarantineLink.tsx'
import { WorkspaceLink } from './WorkspaceLink.tsx'

interface ReportDetailsProps {
  readonly report: LinkReport
  /** Called once it was decided. */
  readonly onDecided: () => void
}

/** A report, with what can be done about it. */
export function ReportDetails({ report, onDecided }: ReportDetailsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { address, url, workspace, reason, text, email, linkState, createdAt } = report
  const wrapping = (value: string) => <span className="wrap-anywhere whitespace-pre-line">{value}</span>
  return (
    <div className="flex flex-col gap-6">
      <KeyValue
        items={[
          { label: t('links.shortUrl'), value: wrapping(address) },
          { label: t('links.target'), value: wrapping(url) },
          { label: t('links.report.reason'), value: t(`links.quarantine.reason.${reason}`) },
          { label: t('links.report.text'), value: wrapping(text) },
          { label: t('links.report.email'), value: email === '' ? '–' : wrapping(email) },
          { label: t('links.console.workspace'), value: <WorkspaceLink name={workspace.name} /> },
          {
            label: t('links.state.title'),
            value: linkState === null ? t('links.report.linkGone') : <LinkState state={linkState} />,
          },
          { label: t('links.report.reported'), value: format.dateTime(createdAt) },
        ]}
      />
      <Decisions report={report} onDecided={onDecided} />
    </div>
  )
}

function Decisions({ report, onDecided }: ReportDetailsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'quarantine' | 'deny'>()
  const { id, linkId, linkState, state, targetHost, reason } = report
  const dismissing = useMutation(dismissReport, {
    invalidates: [listReports, readReportSummary],
    onSuccess: onDecided,
  })
  const close = () => setAsked(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {linkState !== null && linkState !== 'quarantined' && (
        <Button variant="danger" onClick={() => setAsked('quarantine')}>
          {t('links.quarantine.quarantine')}
        </Button>
      )}
      {state === 'open' && (
        <Button busy={dismissing.isPending} onClick={() => dismissing.mutate({ id })}>
          {t('links.report.dismiss')}
        </Button>
      )}
      {targetHost !== '' && <Button onClick={() => setAsked('deny')}>{t('links.denied.add')}</Button>}
      <ButtonLink to={`/link-reports/links?targetHost=${encodeURIComponent(targetHost)}`}>
        {t('links.report.sameHost')}
      </ButtonLink>
      <ErrorNote error={dismissing.error} />
      {asked === 'quarantine' && <QuarantineLink id={linkId} reason={reason} onClose={close} onDone={onDecided} />}
      {asked === 'deny' && <DenyHost host={targetHost} onClose={close} />}
    </div>
  )
}
