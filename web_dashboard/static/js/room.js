// The room page: clocks run and staleness shows; what it says is as of its loading.
import './countdown.js';
import { live } from './live.js';

live(document.querySelector('main').dataset.stream, () => {});
