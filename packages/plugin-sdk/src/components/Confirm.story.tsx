import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { Confirm } from './Confirm.tsx'

/** Asks before something that cannot be taken back at once. */
export const story = defineStory({
  component: 'Confirm',
  examples: {
    asks: ({ say }) => <Asking say={say} onConfirm={() => Promise.resolve()} />,
    'is refused': ({ say }) => <Asking say={say} onConfirm={() => Promise.reject(new Error('refused'))} />,
  },
})

function Asking({ say, onConfirm }: ExampleProps & { readonly onConfirm: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Sign out everywhere', '退出所有会话')}</Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={say('Sign out everywhere', '退出所有会话')}
        confirmLabel={say('Sign out', '退出')}
        variant="danger"
        onConfirm={onConfirm}
      >
        {say('Every device has to sign in again.', '所有设备都需要重新登录。')}
      </Confirm>
    </>
  )
}
