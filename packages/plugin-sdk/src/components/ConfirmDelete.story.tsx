import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { ConfirmDelete } from './ConfirmDelete.tsx'

/** Asks for a name before something is lost. */
export const story = defineStory({
  component: 'ConfirmDelete',
  examples: {
    asks: ({ say }) => <Asking say={say} onConfirm={() => Promise.resolve()} />,
    'is refused': ({ say }) => <Asking say={say} onConfirm={() => Promise.reject(new Error('refused'))} />,
  },
})

function Asking({ say, onConfirm }: ExampleProps & { readonly onConfirm: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Delete note', '删除笔记')}</Button>
      <ConfirmDelete
        open={open}
        onClose={() => setOpen(false)}
        title={say('Delete note', '删除笔记')}
        name="Plan B"
        onConfirm={onConfirm}
      >
        {say('It will be deleted for all members.', '所有人都将无法再看到它。')}
      </ConfirmDelete>
    </>
  )
}
