"""The pit's server over a folder of journals, for tests: `python folder_server.py PORT FOLDER`."""

import os
import sys
from pathlib import Path

import pseudo

from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.local_control import LocalControl
from web_dashboard.local_feed import LocalFeed
from web_dashboard.serve import serve

if __name__ == "__main__":
    if os.environ.get("PSEUDO_LOCALE"):
        pseudo.speak()
    settings, folder = DashboardConfig(port=int(sys.argv[1]), strict_texts=True), Path(sys.argv[2])

    def made():  # type: ignore[no-untyped-def]
        feed = LocalFeed(folder)
        feed.start()
        return create_app(settings, feed, LocalControl(folder))

    serve(settings, made)
