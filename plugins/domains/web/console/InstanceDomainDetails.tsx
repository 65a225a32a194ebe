import { useState } from 'react'
import { Button, KeyValue, useFormat, useTranslation } from '@host/plugin-sdk'
import type { InstanceDomain } from '../../shared.ts'
import { DomainState } from '../DomainState.tsx'
import { WorkspaceLink } from './WorkspaceLink.tsx'
import { TakeDomain } from './TakeDomain.tsx'

export interface InstanceDomainDetailsProps {
  readonly domain: InstanceDomain
  /** Called once it was taken away from its workspace. */
  readonly onTaken: () => void
}

/** A domain of a workspace as its operator sees it, with the way to take it away. */
export function InstanceDomainDetails({ domain, onTaken }: InstanceDomainDetailsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { id, name, asciiName, workspace, state, outcome, claims, checkedAt, verifiedAt, createdAt } = domain
  const moment = (at: string | null) => (at === null ? '–' : format.dateTime(at))
  return (
    <div className="flex flex-col gap-6">
      <KeyValue
        items={[
          { label: t('domains.domain'), value: <span className="wrap-anywhere">{name}</span> },
          ...(name === asciiName
            ? []
            : [{ label: t('domains.console.ascii'), value: <span className="wrap-anywhere">{asciiName}</span> }]),
          { label: t('domains.console.workspace'), value: <WorkspaceLink workspace={workspace} /> },
          { label: t('domains.state.title'), value: <DomainState state={state} /> },
          {
            label: t('domains.lastCheck'),
            value: outcome === null ? t('domains.noCheck') : t(`domains.outcome.${outcome}`),
          },
          { label: t('domains.console.claimed'), value: t('domains.console.claims', { count: claims }) },
          { label: t('domains.console.checkedAt'), value: moment(checkedAt) },
          { label: t('domains.console.verifiedAt'), value: moment(verifiedAt) },
          { label: t('domains.added'), value: moment(createdAt) },
          { label: t('domains.console.id'), value: <code className="font-mono text-xs wrap-anywhere">{id}</code> },
        ]}
      />
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t('domains.console.take')}
        </Button>
      </div>
      {isAsked && <TakeDomain domain={domain} onClose={() => setAsked(false)} onTaken={onTaken} />}
    </div>
  )
}
