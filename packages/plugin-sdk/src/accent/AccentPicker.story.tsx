import { useState } from 'react'
import { Field } from '../components/Field.tsx'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { AccentPicker } from './AccentPicker.tsx'
import { accentPresets } from './presets.ts'

function Chosen({ say, first }: ExampleProps & { readonly first: string | null }) {
  const [value, setValue] = useState(first)
  return (
    <Field label={say('Colour', '颜色')}>
      <AccentPicker value={value} onChange={setValue} />
    </Field>
  )
}

export const story = defineStory({
  component: 'AccentPicker',
  examples: {
    "the product's own": (props) => <Chosen {...props} first={null} />,
    'one of the eight': (props) => <Chosen {...props} first={accentPresets[2]?.color ?? null} />,
  },
})
