import { useState, type SubmitEvent } from 'react'
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
  SkeletonRows,
  Table,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { createGreeting, listGreetings } from 'host-plugin-hello/shared'

export default function GreetingsPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('hello.pageTitle')} description={t('hello.description')} />
      <GreetingForm />
      <Panel title={t('hello.latest')} flush>
        <Greetings />
      </Panel>
    </>
  )
}

function GreetingForm() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const create = useMutation(createGreeting, { invalidates: [listGreetings], onSuccess: () => setText('') })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    create.mutate({ text })
  }
  const { fields, rest } = formErrors(create.error, ['text'])
  return (
    <form onSubmit={submit} className="mb-6 flex max-w-md flex-col gap-4">
      <Field label={t('hello.text')} error={fields.text}>
        <Input value={text} maxLength={200} onChange={(event) => setText(event.target.value)} />
      </Field>
      <ErrorNote error={rest} />
      <Button
        type="submit"
        variant="primary"
        busy={create.isPending}
        disabled={text.trim() === ''}
        className="self-start"
      >
        {t('hello.button.send')}
      </Button>
    </form>
  )
}

function Greetings() {
  const { t } = useTranslation()
  const greetings = useQuery(listGreetings)
  if (greetings.data === undefined) return <SkeletonRows rows={3} />
  if (greetings.data.items.length === 0) {
    return (
      <EmptyState icon="hand" title={t('hello.empty')}>
        {t('hello.emptyDetail')}
      </EmptyState>
    )
  }
  return (
    <Table
      label={t('hello.latest')}
      rows={greetings.data.items}
      rowKey={(row) => row.id}
      columns={[
        { key: 'text', header: t('hello.text'), cell: (row) => row.text },
        { key: 'author', header: t('hello.author'), cell: (row) => row.author, from: 'sm' },
        {
          key: 'createdAt',
          header: t('hello.createdAt'),
          cell: (row) => <RelativeTime value={row.createdAt} />,
          align: 'end',
        },
      ]}
    />
  )
}
