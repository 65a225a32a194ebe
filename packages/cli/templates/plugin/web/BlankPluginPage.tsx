import { useState, type FormEvent } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  Field,
  formErrors,
  Input,
  PageHeader,
  Panel,
  RelativeTime,
  Skeleton,
  Table,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { createItem, listItems } from 'host-plugin-blank-plugin/shared'

export default function BlankPluginPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('blank-plugin.pageTitle')} description={t('blank-plugin.description')} />
      <AddItem />
      <Items />
    </>
  )
}

function AddItem() {
  const { t } = useTranslation()
  const [title, setTitle] = useState('')
  const create = useMutation(createItem, { invalidates: [listItems], onSuccess: () => setTitle('') })
  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate({ title })
  }
  const { fields, rest } = formErrors(create.error, ['title'])
  return (
    <form onSubmit={submit} className="mb-6 flex max-w-md flex-col gap-4">
      <Field label={t('blank-plugin.title')} error={fields.title}>
        <Input value={title} maxLength={200} required onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <ErrorNote error={rest} />
      <Button type="submit" variant="primary" busy={create.isPending} className="self-start">
        {t('blank-plugin.add')}
      </Button>
    </form>
  )
}

function Items() {
  const { t } = useTranslation()
  const list = useQuery(listItems)
  if (list.data === undefined) return <Skeleton />
  if (list.data.items.length === 0)
    return <EmptyState title={t('blank-plugin.empty')}>{t('blank-plugin.emptyHint')}</EmptyState>
  return (
    <Panel flush>
      <Table
        label={t('blank-plugin.pageTitle')}
        rows={list.data.items}
        rowKey={(item) => item.id}
        columns={[
          { key: 'title', header: t('blank-plugin.title'), cell: (item) => item.title },
          {
            key: 'added',
            header: t('blank-plugin.added'),
            cell: (item) => <RelativeTime value={item.createdAt} />,
            align: 'end',
          },
        ]}
      />
    </Panel>
  )
}
