import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { Drawer } from './Drawer.tsx'
import { KeyValue } from './KeyValue.tsx'

function Opened({ side, say }: ExampleProps & { readonly side: 'start' | 'end' }) {
  const [open, setOpen] = useState(false)
  const label = side === 'start' ? say('Navigation', '导航') : say('Details', '详情')
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say('Open', '打开')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        side={side}
        label={label}
        heading={<h2 className="text-base font-semibold">{label}</h2>}
      >
        <div className="px-5">
          <KeyValue items={[{ label: say('Owner', '所有者'), value: 'Ada Lovelace' }]} />
        </div>
      </Drawer>
    </>
  )
}

export const story = defineStory({
  component: 'Drawer',
  examples: {
    'at the start, for ways to somewhere': ({ say }) => <Opened side="start" say={say} />,
    'at the end, for details': ({ say }) => <Opened side="end" say={say} />,
  },
})
