import { useState } from 'react'
import {
  Alert,
  Button,
  EmptyState,
  Form,
  HelpLink,
  Modal,
  PageHeader,
  RowList,
  useBreadcrumb,
  useCommand,
  useMutation,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { addForward, listForwards, mailLimits, readMailbox } from '../../shared.ts'
import { ForwardRow } from './ForwardRow.tsx'

/** The addresses that a mailbox forwards to. */
export default function ForwardingPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: mailbox } = useQuery(readMailbox, { id })
  useBreadcrumb(mailbox?.address)
  const { data, error } = useQuery(listForwards, { id })
  const [isAdding, setAdding] = useState(false)
  const canChange = mailbox?.canRead === true
  const mayAdd = canChange && (data?.items.length ?? 0) < mailLimits.forwards
  const add = () => setAdding(true)
  useCommand({
    id: 'mail.forwarding.add',
    label: t('mail.forwarding.add'),
    icon: 'plus',
    keys: 'c',
    enabled: mayAdd,
    run: add,
  })
  return (
    <>
      <PageHeader
        title={t('mail.forwarding.title')}
        description={mailbox?.address}
        actions={
          <>
            <HelpLink slug="mail-rules" />
            {canChange && (
              <Button calls={addForward} variant="primary" icon="plus" disabled={!mayAdd} onClick={add}>
                {t('mail.forwarding.add')}
              </Button>
            )}
          </>
        }
      />
      <div className="mb-4">
        <Alert>{t('mail.forwarding.description')}</Alert>
      </div>
      <RowList
        list={{ items: data?.items, error }}
        rowKey={(forward) => forward.id}
        empty={<EmptyState title={t('mail.forwarding.none')}>{t('mail.forwarding.noneHelp')}</EmptyState>}
      >
        {(forward) => <ForwardRow forward={forward} canChange={canChange} />}
      </RowList>
      {isAdding && <AddForward id={id} onClose={() => setAdding(false)} />}
    </>
  )
}

function AddForward({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(addForward, { invalidates: [listForwards], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('mail.forwarding.add')} size="small">
      <Form
        source={addForward}
        fields={{
          address: {
            label: t('mail.forwarding.address'),
            hint: t('mail.forwarding.addressHint'),
            control: 'text',
            required: true,
          },
          takesAll: { label: t('mail.forwarding.takesAll'), control: 'toggle' },
        }}
        values={{ takesAll: true }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('mail.forwarding.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
