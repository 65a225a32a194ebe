import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { FileDrop } from './FileDrop.tsx'

/** Files to drop, paste and choose. */
export const story = defineStory({
  component: 'FileDrop',
  examples: {
    several: ({ say }) => (
      <Files say={say} names={['report.pdf', 'a-very-long-name-of-a-picture-from-last-summer.png']} />
    ),
    one: ({ say }) => <Files say={say} names={[]} maxFiles={1} />,
    disabled: ({ say }) => <Files say={say} names={['report.pdf']} disabled />,
  },
})

interface FilesProps extends ExampleProps {
  readonly names: readonly string[]
  readonly maxFiles?: number
  readonly disabled?: boolean
}

function Files({ say, names, ...rest }: FilesProps) {
  const [files, setFiles] = useState<readonly File[]>(() => names.map((name) => new File(['x'.repeat(2400)], name)))
  return (
    <FileDrop
      {...rest}
      label={say('Attachments', '附件')}
      hint={say('PDF or pictures', 'PDF 或图片')}
      accept=".pdf,image/*"
      maxBytes={2_000_000}
      files={files}
      onChange={setFiles}
    />
  )
}
