import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { identityTexts } from '../texts/identity.ts'
import css from './identity.module.css'
import { fitted, frameOf } from './picture.ts'

type TakeProps = Readonly<{
  camera: 'user' | 'environment'
  onPictures: (pictures: readonly [Blob, Blob]) => void
}>

const pauseMs = 700

/**
 * Takes a picture with the camera, or from a file. A camera gives two frames with a pause between
 * them, by which the provider sees that a face is alive; a file counts as both.
 */
export function TakePicture({ camera, onPictures }: TakeProps) {
  const t = useTexts(identityTexts)
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const [file] = files ?? []
    if (file === undefined) return
    setProblem(null)
    const picture = await fitted(file).catch(() => null)
    if (picture === null) setProblem(t.noPicture)
    else onPictures([picture, picture])
  }
  const fail = useCallback(() => {
    setOn(false)
    setProblem(t.noCamera)
  }, [t])
  return (
    <>
      {isOn && <Camera facing={camera} onPictures={onPictures} onFailure={fail} />}
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <div className="row">
        {!isOn && (
          <button type="button" className="primary" onClick={() => setOn(true)}>
            {t.useCamera}
          </button>
        )}
        <label className="button">
          {t.chooseFile}
          <input
            type="file"
            className="hidden"
            accept="image/*"
            onChange={(event) => void choose(event)}
          />
        </label>
      </div>
    </>
  )
}

type CameraProps = Readonly<{
  facing: TakeProps['camera']
  onPictures: TakeProps['onPictures']
  onFailure: () => void
}>

function Camera({ facing, onPictures, onFailure }: CameraProps) {
  const t = useTexts(identityTexts)
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const [isTaking, setTaking] = useState(false)
  useEffect(() => openCamera(facing, video, onFailure), [facing, onFailure])
  const take = async () => {
    if (video.current === null) return
    setTaking(true)
    const first = await frameOf(video.current)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (video.current !== null) onPictures([first, await frameOf(video.current)])
  }
  return (
    <>
      <video
        ref={video}
        className={`${css['camera']} ${facing === 'user' ? css['mirrored'] : ''}`}
        aria-label={t.cameraPicture}
        autoPlay
        playsInline
        muted
        onPlaying={() => setReady(true)}
      />
      <button
        type="button"
        className="primary"
        disabled={!isReady || isTaking}
        aria-busy={isTaking}
        onClick={() => void take().catch(onFailure)}
      >
        {t.take}
      </button>
    </>
  )
}

/** Shows the camera in the element; returns how to switch it off. */
function openCamera(
  facingMode: string,
  video: Readonly<{ current: HTMLVideoElement | null }>,
  onFailure: () => void,
): () => void {
  let isWanted = true
  let stream: MediaStream | null = null
  const off = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  const open = async () => {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode, width: { ideal: 1_280 } },
    })
    if (!isWanted) off()
    else if (video.current !== null) video.current.srcObject = stream
  }
  open().catch(() => isWanted && onFailure())
  return () => {
    isWanted = false
    off()
  }
}
