import { useState } from 'react'
import {
  Button,
  CodeBlock,
  EmptyState,
  ErrorNote,
  Form,
  KeyValue,
  Modal,
  Panel,
  useFormat,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import { proveSender, readSender, type ShownProof } from '../../shared.ts'
import type { LinesPanelProps } from './LinesPanel.tsx'
import { useProofUpdates } from './useProofUpdates.ts'

/** Sends an email from the domain, and shows how it arrived. */
export function ProofPanel({ sender, isAdmin }: LinesPanelProps) {
  const { t } = useTranslation()
  const { id, proof, lines } = sender
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useMutation(proveSender, { invalidates: [readSender] })
  useProofUpdates(id, proof?.state === 'sending')
  const isHere = lines.some((line) => line.id === 'return_path' && line.state === 'ok')
  return (
    <Panel
      title={t('mail.senders.proof')}
      description={t('mail.senders.proofHelp')}
      actions={
        isAdmin && (
          <Button icon="send" busy={isPending} onClick={() => (isHere ? mutate({ id }) : setAsking(true))}>
            {t('mail.senders.prove')}
          </Button>
        )
      }
    >
      <ErrorNote error={error} />
      <div aria-live="polite">
        {proof === null ? (
          <EmptyState title={t('mail.senders.noProof')}>{t('mail.senders.noProofHelp')}</EmptyState>
        ) : (
          <ProofText proof={proof} />
        )}
      </div>
      {isAsking && <ProofAddress id={id} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function ProofText({ proof }: { readonly proof: ShownProof }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const { state, address, sentAt, isOwn, results, tls, reply } = proof
  return (
    <div className="flex flex-col gap-3">
      <KeyValue
        items={[
          { label: t('mail.senders.proofState'), value: t(`mail.senders.proofStates.${state}`) },
          { label: t('mail.senders.sentAt'), value: dateTime(sentAt) },
          { label: t('mail.senders.sentTo'), value: <span className="wrap-anywhere">{address}</span> },
          { label: t('mail.senders.tls'), value: tls ?? t('mail.senders.noTls') },
          ...(reply === null
            ? []
            : [{ label: t('mail.senders.reply'), value: <span className="wrap-anywhere">{reply}</span> }]),
        ]}
      />
      {results !== null && <CodeBlock language="Authentication-Results" code={results} />}
      {!isOwn && state === 'arrived' && <p className="text-sm text-muted">{t('mail.senders.lookThere')}</p>}
    </div>
  )
}

function ProofAddress({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(proveSender, { invalidates: [readSender], onSuccess: onClose })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('mail.senders.prove')}
      description={t('mail.senders.elsewhere')}
      size="small"
    >
      <Form
        source={proveSender}
        fields={{ to: { label: t('mail.senders.sentTo'), control: 'email', required: true } }}
        onSubmit={({ to }) => mutateAsync({ id, ...(to !== undefined && { to }) })}
        submitLabel={t('mail.senders.prove')}
        onCancel={onClose}
      />
    </Modal>
  )
}
