"""A service that keeps the interface specification, in another language; `--lie` makes the odds look better.

Usage: service.py [--lie] RECORD STATISTICS; it prints its port.
"""

import hashlib
import json
import re
import sys
import uuid
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

LIES = "--lie" in sys.argv
RECORD, STATISTICS = (json.load(open(path, encoding="utf-8")) for path in sys.argv[-2:])
RAFFLE = RECORD["raffle_id"]
TYPES = ("application/json", "application/vnd.service.v1+json")


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    left = 60

    def reply(self, status, value, **fields):
        body = json.dumps(value, indent=1).encode()
        tag = f'"{hashlib.md5(body).hexdigest()}"'
        if fields.pop("tagged", False):
            fields |= {"ETag": tag, "Cache-Control": "public, max-age=3600", "Vary": "Accept"}
            if self.headers.get("If-None-Match") == tag:
                status, body = 304, b""
        self.send_response(status)
        if status != 304:
            self.send_header("Content-Type", self.type())
            self.send_header("Content-Length", str(len(body)))
        Service.left = Service.left - 1 if Service.left > 0 else 59
        self.send_header("X-RateLimit-Limit", "60")
        self.send_header("X-RateLimit-Remaining", str(Service.left))
        for name, content in fields.items():
            self.send_header(name.replace("_", "-"), content)
        self.end_headers()
        self.wfile.write(body)

    def type(self):
        accept = self.headers.get("Accept", "*/*")
        return next((one for one in reversed(TYPES) if one in accept), TYPES[0])

    def refuse(self, status, code, message, **fields):
        error = {"code": code, "message": message, "request_id": self.headers.get("X-Request-Id") or str(uuid.uuid4())}
        self.reply(status, {"error": error}, **fields)

    def do_GET(self):
        url = urlsplit(self.path)
        found = re.fullmatch(r"/api/v1/raffles/([^/]+)/(audit|entries/stats|odds)", url.path)
        accept = self.headers.get("Accept", "*/*")
        if not found:
            return self.refuse(404, "NOT_FOUND", "there is nothing here")
        if not any(one in accept for one in (*TYPES, "*/*", "application/*")):
            return self.refuse(406, "INVALID_PARAMETER", "this service speaks JSON")
        if not re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", found[1]):
            return self.refuse(400, "INVALID_PARAMETER", "that is no UUID")
        if found[1].lower() != RAFFLE:
            return self.refuse(404, "NOT_FOUND", "there is no such raffle")
        if found[2] == "audit":
            return self.reply(200, RECORD, tagged=True)
        if found[2] == "entries/stats":
            return self.reply(200, STATISTICS)
        total = STATISTICS["total_entries"]
        entries = parse_qs(url.query).get("entries", [""])[0]
        if not re.fullmatch(r"[1-9][0-9]{0,15}", entries) or int(entries) > total:
            return self.refuse(400, "INVALID_PARAMETER", f"entries is a whole number from 1 to {total}")
        probability = int(entries) / total
        self.reply(
            200,
            {
                "raffle_id": RAFFLE,
                "entrant_entries": int(entries),
                "total_entries": total,
                "ratio": f"{entries} in {total}",
                "probability": float(f"{probability * (1.01 if LIES else 1):.6f}"),
                "as_of": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S+00:00"),
            },
        )

    def refuse_method(self):
        self.refuse(405, "INVALID_PARAMETER", "this service is read-only", Allow="GET")

    do_POST = do_PUT = do_PATCH = do_DELETE = refuse_method

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
server.serve_forever()
