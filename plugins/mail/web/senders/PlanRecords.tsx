import { Form, Modal, useMutation, useNavigate, useToast, useTranslation } from '@host/plugin-sdk'
import { planSender, readSender, type SendingDomainDetails } from '../../shared.ts'

export interface PlanRecordsProps {
  readonly sender: SendingDomainDetails
  readonly onClose: () => void
}

/** Plans every record that fixes a line, and opens the plan for its approval. */
export function PlanRecords({ sender, onClose }: PlanRecordsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toast = useToast()
  const { mutateAsync } = useMutation(planSender, {
    invalidates: [readSender],
    onSuccess: ({ changesetId }) => {
      if (changesetId !== null) return navigate(`/changes/${changesetId}`)
      toast({ title: t('mail.senders.nothing') })
      return onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('mail.senders.fix')} description={t('mail.senders.fixHelp')} size="small">
      <Form
        source={planSender}
        fields={{
          reportsTo: {
            label: t('mail.senders.reportsTo'),
            hint: t('mail.senders.reportsToHint'),
            control: 'email',
            placeholder: `dmarc@${sender.domain}`,
          },
        }}
        onSubmit={({ reportsTo }) =>
          mutateAsync({ id: sender.id, ...(reportsTo !== undefined && reportsTo !== '' && { reportsTo }) })
        }
        submitLabel={t('mail.senders.plan')}
        onCancel={onClose}
      />
    </Modal>
  )
}
