// The plain page: the smallest client there can be. It shows what the server says and sends clicks.
'use strict';

const at = (id) => document.getElementById(id);
const say = (text) => { at('status').textContent = text; };
let socket, table, seat = null, hand = [], trick = [], points = 0, nonce, head, number = 0;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const bytes = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
const send = (frame) => socket.send(JSON.stringify(frame));
const act = (action) => send({ type: 'act', table, id: `${Date.now()}-${number++}`, action });

async function commitment(binding) {
  const tag = new TextEncoder().encode('puur fair 1 nonce\0');
  const data = [...tag, ...bytes(binding), ...bytes(head), seat, ...nonce];
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(data))));
}

const seen = {
  async 'chain-published'(event) {
    head = event.head;
    nonce = crypto.getRandomValues(new Uint8Array(32));
    if (event.parts.includes(seat)) act({ type: 'commit-nonce', commitment: await commitment(event.table_hash) });
  },
  'nonce-committed'(event) {
    if (event.seat === seat) act({ type: 'open-nonce', nonce: hex(nonce) });
  },
  'deal-started'() { hand = []; trick = []; points = 0; at('result').textContent = ''; },
  'hand-dealt'(event) { hand = event.cards || []; },
  'trump-drawn'(event) { at('trump').textContent = event.suit; },
  'card-played'(event) {
    if (trick.length === 4) trick = [];
    trick.push(`${event.seat}:${event.card}`);
    if (event.seat === seat) hand = hand.filter((card) => card !== event.card);
  },
  'trick-taken'(event) { if (event.seat === seat) points += event.points; },
  'estimates-scored'(event) {
    at('result').textContent = `Round over.\nEstimates ${event.estimates}\nPoints    ${event.points}\n` +
      `Penalty   ${event.diffs}\nTotals    ${event.totals}`;
  },
  'match-ended'(event) { say(`The match is over. Places: ${event.places}`); },
};

function draw(turn) {
  const choices = turn.choices || {};
  at('estimate').hidden = !choices.estimate;
  at('points').textContent = points;
  at('trick').textContent = trick.join(' ');
  at('hand').replaceChildren(...hand.map((card) => {
    const button = document.createElement('button');
    button.textContent = card;
    button.dataset.card = card;
    button.disabled = !(choices.cards || []).includes(card);
    button.title = (choices.refused || {})[card] || '';
    button.addEventListener('click', () => act({ type: 'play', card }));
    return button;
  }));
  const mine = (turn.to_act || []).includes(seat);
  if (!at('status').textContent.startsWith('The match')) say(mine ? 'Your turn' : 'Wait');
}

async function hear(frame) {
  if (frame.type === 'subscribed') seat = frame.seat ?? null;
  else if (frame.type === 'refused') say(`Refused: ${frame.reason}`);
  else if (frame.type === 'trouble') say(`Trouble: ${frame.reason}`);
  else if (frame.type === 'update') {
    for (const event of frame.events) if (seen[event.type]) await seen[event.type](event);
    draw(frame.turn);
    if (frame.turn.deal_at && frame.events.some((event) => event.type === 'estimates-scored')) act({ type: 'go-on' });
  }
}

async function play() {
  at('play').disabled = true;
  await fetch('/api/session', { method: 'POST' });
  const answer = await fetch('/api/play', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variant: 'differenzler', options: { rounds: 1 } }),
  });
  table = (await answer.json()).table;
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  let order = Promise.resolve();
  socket.addEventListener('open', () => send({ type: 'subscribe', table }));
  socket.addEventListener('message', ({ data }) => { order = order.then(() => hear(JSON.parse(data))); });
  socket.addEventListener('close', () => say('The connection is lost'));
  setInterval(() => send({ type: 'ping' }), 20000);
}

at('play').addEventListener('click', () => { play().catch((error) => say(String(error))); });
at('estimate').addEventListener('submit', (event) => {
  event.preventDefault();
  act({ type: 'estimate', points: Number(at('guess').value) });
});
