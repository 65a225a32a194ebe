import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { KeyValue } from '../components/KeyValue.tsx'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { samples } from './SampleList.tsx'
import { SidePanel } from './SidePanel.tsx'

function SamplePanel({ say }: ExampleProps) {
  const [place, setPlace] = useState<number | null>(null)
  const shop = place === null ? undefined : samples[place]
  const go = (step: number) => setPlace(Math.min(Math.max(0, (place ?? 0) + step), samples.length - 1))
  return (
    <div className="flex items-start gap-4">
      <Button onClick={() => setPlace(0)}>{say('Open shop', '打开店铺')}</Button>
      {shop !== undefined && (
        <SidePanel
          label={say('Shop', '店铺')}
          onClose={() => setPlace(null)}
          onNext={() => go(1)}
          onPrevious={() => go(-1)}
        >
          <KeyValue
            items={[
              { label: say('Name', '名称'), value: shop.name },
              { label: say('City', '城市'), value: shop.city },
            ]}
          />
        </SidePanel>
      )}
    </div>
  )
}

export const story = defineStory({
  component: 'SidePanel',
  examples: { 'details beside what they belong to': ({ say }) => <SamplePanel say={say} /> },
})
