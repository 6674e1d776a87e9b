/** A few sounds made on the spot with WebAudio: no files. Off by default; only the table calls it. */
import { settings } from '../settings/settings.svelte';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sounds || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function tone(audio: AudioContext, hertz: number, at: number, length: number, loud = 0.12): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = 'triangle';
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(0, audio.currentTime + at);
  gain.gain.linearRampToValueAtTime(loud, audio.currentTime + at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + length);
  source.connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
  source.stop(audio.currentTime + at + length);
}

/** Paper on felt: a short breath of filtered noise. */
function swish(audio: AudioContext, length: number, hertz: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = hertz;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

export function sound(kind: 'card' | 'turn' | 'trick' | 'refused' | 'end'): void {
  const audio = ready();
  if (!audio) return;
  if (kind === 'card') swish(audio, 0.09, 1800, 0.5);
  else if (kind === 'trick') swish(audio, 0.22, 700, 0.45);
  else if (kind === 'refused') tone(audio, 150, 0, 0.16);
  else if (kind === 'turn') {
    tone(audio, 523, 0, 0.18);
    tone(audio, 784, 0.09, 0.25);
  } else [523, 659, 784, 1047].forEach((hertz, i) => tone(audio, hertz, i * 0.12, 0.4));
}

export function buzz(): void {
  if (settings.vibrate && 'vibrate' in navigator) navigator.vibrate(40);
}
