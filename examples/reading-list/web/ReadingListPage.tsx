import { useState } from 'react'
import { Button, DataTable, EmptyState, Form, IconButton, Modal, PageHeader } from '@host/plugin-sdk'
import { useListQuery, useMutation, useTable, useTranslation, useUndoableMutation } from '@host/plugin-sdk'
import { addBook, listBooks, removeBook } from 'host-plugin-reading-list/shared'

export default function ReadingListPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const [table, list] = [useTable(), useListQuery(listBooks)]
  const add = useMutation(addBook, { invalidates: [listBooks], onSuccess: () => setAdding(false) })
  const removal = { removesFrom: [listBooks], done: () => t('reading-list.removed') }
  const { mutate: remove } = useUndoableMutation(removeBook, removal)
  const [title, author, addText] = [t('reading-list.book'), t('reading-list.author'), t('reading-list.add')]
  const addButton = (
    <Button icon="plus" variant="primary" onClick={() => setAdding(true)}>
      {addText}
    </Button>
  )
  const removeButton = ({ id }: { id: string }) => (
    <IconButton icon="trash" label={t('reading-list.remove')} onClick={() => remove({ id })} />
  )
  const columns = [
    { key: 'title', header: title },
    { key: 'author', header: author },
    { key: 'remove', header: t('reading-list.remove'), hideHeader: true, cell: removeButton },
  ]
  const empty = <EmptyState title={t('reading-list.empty')} action={addButton} help="reading-list" />
  const fields = { title: { label: title }, author: { label: author } }
  return (
    <>
      <PageHeader title={t('reading-list.title')} actions={addButton} />
      <DataTable label={t('reading-list.title')} table={table} list={list} columns={columns} empty={empty} />
      <Modal open={isAdding} onClose={() => setAdding(false)} title={addText} size="small">
        <Form source={addBook} fields={fields} submitLabel={addText} onSubmit={add.mutateAsync} />
      </Modal>
    </>
  )
}
