import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'
import { Modal, type ModalProps } from './Modal.tsx'

function Opened({ say, ...props }: ExampleProps & Partial<ModalProps>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say('Open', '打开')}
      </Button>
      <Modal
        title={say('Rename the workspace', '重命名工作区')}
        footer={
          <>
            <Button onClick={close}>{say('Cancel', '取消')}</Button>
            <Button variant="primary" onClick={close}>
              {say('Rename', '重命名')}
            </Button>
          </>
        }
        {...props}
        open={open}
        onClose={close}
      />
    </>
  )
}

export const story = defineStory({
  component: 'Modal',
  examples: {
    'with a field': ({ say }) => (
      <Opened say={say} description={say('All members see the new name.', '所有人都会看到新名称。')}>
        <Field label={say('Name', '名称')}>
          <Input defaultValue="Acme" />
        </Field>
      </Opened>
    ),
    small: ({ say }) => (
      <Opened say={say} size="small">
        <p className="text-sm text-muted">{say('Links keep working.', '短链接仍然有效。')}</p>
      </Opened>
    ),
    'large, longer than the window': ({ say }) => (
      <Opened say={say} size="large">
        <ol className="flex flex-col gap-6 text-sm text-muted">
          {Array.from({ length: 30 }, (_, line) => (
            <li key={line}>{say(`Line ${line + 1}`, `第 ${line + 1} 行`)}</li>
          ))}
        </ol>
      </Opened>
    ),
  },
})
