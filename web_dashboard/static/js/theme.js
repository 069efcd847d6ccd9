// Dark or light: the reader's choice, kept in this browser; without one the system's. Runs before the page is drawn.
(() => {
  const root = document.documentElement;
  const chosen = localStorage.getItem('theme');
  if (chosen) root.dataset.theme = chosen;
  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('theme').addEventListener('click', () => {
      const dark = getComputedStyle(root).colorScheme.includes('dark');
      root.dataset.theme = dark ? 'light' : 'dark';
      localStorage.setItem('theme', root.dataset.theme);
    });
  });
})();
